// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pictureexport.h"
#include "session.h"

#include <QObject>

#include <functional>

class QFileDialog;
class QWidget;

namespace rootward {

/// Everything that leaves the window: lines, verdicts and pictures, to the clipboard or a file.
/// Pictures are made on a worker, the same way as the command line makes them.
class ExportActions : public QObject {
    Q_OBJECT

public:
    ExportActions(Session *session, QWidget *window);

    /// What the session's plan is exported from.
    ExportRequest request() const;
    /// Whether reports and pictures leave names out.
    void setRedacting(bool on) { m_redacting = on; }

    /// Asks for a file name, then writes. `id` names a row of exportFormats().
    void saveAs(QLatin1StringView id);
    /// Writes without asking.
    void saveTo(QLatin1StringView id, const QString &fileName);
    void copyLines();
    void copyText(const QString &text);
    void copyVerdicts();
    void copyPicture();
    /// Asks what the picture is to look like, then saves, copies or prints it.
    void choosePicture();
    void print();
    /// How the window shows the plan, and what of the layout is to be seen of it.
    void setPictureSource(const std::function<PictureOptions()> &options,
                          const std::function<QRectF()> &visible);

Q_SIGNALS:
    void saved(const QString &fileName);
    void copied(const QString &what); ///< a word for the status bar
    void failed(const rootward::Error &error);

private:
    using Consumer = std::function<void(const QByteArray &)>;
    void produce(QLatin1StringView id, const Consumer &consumer);
    void produce(QLatin1StringView id, const ExportRequest &request, const PictureOptions &options,
                 const Consumer &consumer);
    void askAndSave(QLatin1StringView id, const std::function<void(const QString &)> &save);
    void save(const QByteArray &bytes, const QString &fileName);
    void copyPicture(const ExportRequest &request, const PictureOptions &options);
    void print(const ExportRequest &request, const PictureOptions &options);
    PictureOptions pictureOptions() const;
    bool isSource(const QString &fileName) const;

    Session *m_session;
    QWidget *m_window;
    bool m_redacting = true;
    std::function<PictureOptions()> m_pictureOptions;
    std::function<QRectF()> m_visiblePart;
};

} // namespace rootward
