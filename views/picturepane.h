// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "topologyview.h"

class QPlainTextEdit;

namespace rootward {

class BirdsEye;
class FindBar;

/// The picture with what belongs to it: the find bar above, the whole in a corner, and below in
/// full what the box says that the pointer is on or that is selected.
class PicturePane : public QWidget {
    Q_OBJECT

public:
    explicit PicturePane(TopologyView *view);

    FindBar *findBar() const { return m_find; }
    BirdsEye *birdsEye() const { return m_birdsEye; }
    QString saidInFull() const;

private:
    void drawingChanged();
    void sayInFull();

    TopologyView *m_view;
    FindBar *m_find;
    BirdsEye *m_birdsEye;
    QPlainTextEdit *m_full; ///< scrolls where two lines do not do
    std::optional<NodeRef> m_hovered;
};

} // namespace rootward
