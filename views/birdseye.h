// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QPixmap>
#include <QWidget>

namespace rootward {

class TopologyView;

/// The whole picture in a corner of the view, with a frame about what is to be seen of it; a click
/// or drag goes there. Hidden while everything fits.
class BirdsEye : public QWidget {
    Q_OBJECT

public:
    explicit BirdsEye(TopologyView *view);

    /// Whether it is shown where not everything fits.
    void setWanted(bool wanted);
    /// The picture has changed.
    void refresh();
    /// Another part of it is to be seen, or the view has another size.
    void follow();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    double scale() const;
    QPoint quietPlace(QSize size) const; ///< stays while the picture is scrolled
    void paintPicture();
    void goTo(const QPointF &place);

    TopologyView *m_view;
    bool m_wanted = true;
    QPixmap m_picture; ///< null: to be painted when it is needed
};

} // namespace rootward
