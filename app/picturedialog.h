// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pictureexport.h"

#include <QDialog>
#include <QFutureWatcher>

class QCheckBox;
class QComboBox;
class QLabel;

namespace rootward {

/// What a picture for others is to look like, with a preview. The choices are remembered.
class PictureDialog : public QDialog {
    Q_OBJECT

public:
    /// `options` as the window shows the plan; `visible` is what of it is to be seen.
    PictureDialog(const ExportRequest &request, const PictureOptions &options,
                  const QRectF &visible, QWidget *parent);
    ~PictureDialog() override;

    ExportRequest request() const;
    PictureOptions options() const;
    QLatin1StringView format() const;

Q_SIGNALS:
    void saveRequested();
    void copyRequested();
    void printRequested();

protected:
    void done(int result) override;

private:
    void makeControls();
    void restoreChoices();
    void preview();
    void showPreview();

    ExportRequest m_request;
    PictureOptions m_options;
    QRectF m_visible;
    QComboBox *m_format;
    QComboBox *m_scale;
    QComboBox *m_part;
    QComboBox *m_colours;
    QCheckBox *m_redact;
    QCheckBox *m_sentences;
    QCheckBox *m_legend;
    QLabel *m_preview;
    QLabel *m_size;
    QFutureWatcher<Result<Drawing>> m_job;
    bool m_again = false; ///< the choices changed while a preview was made
};

} // namespace rootward
