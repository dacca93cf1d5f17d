// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportactions.h"

#include "outcomemodel.h"
#include "output.h"
#include "picturedialog.h"
#include "printpicture.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QMimeData>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// What a new file is called: the VM's number where it is known.
QString suggestedName(const Plan &plan, const ExportFormat &format)
{
    const QString stem = plan.guest.vmid ? QString::number(*plan.guest.vmid) : u"rootward"_s;
    const QString pattern = QString::fromLatin1(format.patterns).section(u' ', 0, 0);
    return stem + pattern.mid(1);
}

} // namespace

ExportActions::ExportActions(Session *session, QWidget *window)
    : QObject(window), m_session(session), m_window(window)
{
}

ExportRequest ExportActions::request() const
{
    ExportRequest request;
    request.plan = m_session->plan();
    request.outcome = m_session->outcome();
    request.redact = m_redacting;
    if (m_session->capture())
        request.hostLabel = m_session->capture()->label;
    return request;
}

void ExportActions::setPictureSource(const std::function<PictureOptions()> &options,
                                     const std::function<QRectF()> &visible)
{
    m_pictureOptions = options;
    m_visiblePart = visible;
}

PictureOptions ExportActions::pictureOptions() const
{
    return m_pictureOptions ? m_pictureOptions() : PictureOptions {};
}

void ExportActions::produce(QLatin1StringView id, const Consumer &consumer)
{
    const ExportFormat *format = findExportFormat(QString(id));
    ExportRequest asked = request();
    // What is for the user's own machine is never cleaned here: it would not work there.
    if (format != nullptr && !format->redactsByDefault)
        asked.redact.reset();
    produce(id, asked, pictureOptions(), consumer);
}

void ExportActions::produce(QLatin1StringView id, const ExportRequest &request,
                            const PictureOptions &options, const Consumer &consumer)
{
    const ExportFormat *format = findExportFormat(QString(id));
    if (format == nullptr) {
        Q_EMIT failed(Error {.kind = Error::Kind::Unavailable,
                             .what = tr("There is no export format %1").arg(id),
                             .where = {},
                             .hint = {}});
        return;
    }
    QtConcurrent::run(writeExport, *format, request, options)
        .then(this, [this, consumer](const Result<QByteArray> &bytes) {
            if (bytes)
                consumer(*bytes);
            else
                Q_EMIT failed(bytes.error());
        });
}

void ExportActions::askAndSave(QLatin1StringView id,
                               const std::function<void(const QString &)> &save)
{
    const ExportFormat *format = findExportFormat(QString(id));
    if (format == nullptr)
        return;
    auto *dialog = new QFileDialog(m_window, tr("Save"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({u"%1 (%2)"_s.arg(QCoreApplication::translate("rootward", format->name),
                                             QString::fromLatin1(format->patterns)),
                            tr("All files (*)")});
    dialog->selectFile(suggestedName(m_session->plan(), *format));
    connect(dialog, &QFileDialog::fileSelected, this, save);
    dialog->open();
}

void ExportActions::saveAs(QLatin1StringView id)
{
    askAndSave(id, [this, id](const QString &fileName) { saveTo(id, fileName); });
}

void ExportActions::saveTo(QLatin1StringView id, const QString &fileName)
{
    produce(id, [this, fileName](const QByteArray &bytes) { save(bytes, fileName); });
}

void ExportActions::save(const QByteArray &bytes, const QString &fileName)
{
    if (isSource(fileName)) {
        Q_EMIT failed(Error {.kind = Error::Kind::CannotWrite,
                             .what = tr("the VM was read from this file, which stays as it is"),
                             .where = fileName,
                             .hint = tr("save it under another name")});
        return;
    }
    const Result<void> written =
        writeOutput(fileName, [&bytes](QIODevice &out) { out.write(bytes); });
    if (written)
        Q_EMIT saved(fileName);
    else
        Q_EMIT failed(written.error());
}

void ExportActions::choosePicture()
{
    auto *dialog = new PictureDialog(request(), pictureOptions(),
                                     m_visiblePart ? m_visiblePart() : QRectF(), m_window);
    connect(dialog, &PictureDialog::saveRequested, this, [this, dialog] {
        const QLatin1StringView id = dialog->format();
        askAndSave(id,
                   [this, id, asked = dialog->request(),
                    options = dialog->options()](const QString &fileName) {
                       produce(id, asked, options, [this, fileName](const QByteArray &bytes) {
                           save(bytes, fileName);
                       });
                   });
    });
    connect(dialog, &PictureDialog::copyRequested, this,
            [this, dialog] { copyPicture(dialog->request(), dialog->options()); });
    connect(dialog, &PictureDialog::printRequested, this,
            [this, dialog] { print(dialog->request(), dialog->options()); });
    dialog->open();
}

void ExportActions::print()
{
    print(request(), pictureOptions());
}

void ExportActions::print(const ExportRequest &request, const PictureOptions &options)
{
    QtConcurrent::run(exportedDrawing, *findExportFormat(u"pdf"), request, options)
        .then(this, [this](const Result<Drawing> &drawing) {
            if (drawing)
                showPrintPreview(*drawing, m_window);
            else
                Q_EMIT failed(drawing.error());
        });
}

void ExportActions::copyLines()
{
    produce("hostpci"_L1, [this](const QByteArray &bytes) { copyText(QString::fromUtf8(bytes)); });
}

void ExportActions::copyText(const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    Q_EMIT copied(tr("Copied to the clipboard"));
}

/// The file that a VM was read from is never written.
bool ExportActions::isSource(const QString &fileName) const
{
    const QString target = QFileInfo(fileName).canonicalFilePath();
    return !target.isEmpty() && std::ranges::any_of(m_session->vms(), [&](const LoadedVm &vm) {
        return QFileInfo(vm.path).canonicalFilePath() == target;
    });
}

void ExportActions::copyVerdicts()
{
    QStringList sentences;
    for (const OutcomeLine &line : stripLines(m_session->outcome()))
        sentences += line.plainText();
    QGuiApplication::clipboard()->setText(sentences.join(u'\n'));
    Q_EMIT copied(tr("The verdicts are in the clipboard"));
}

void ExportActions::copyPicture()
{
    copyPicture(request(), pictureOptions());
}

/// As pixels, and as SVG for programs that take it.
void ExportActions::copyPicture(const ExportRequest &request, const PictureOptions &options)
{
    produce("png"_L1, request, options, [this, request, options](const QByteArray &png) {
        produce("svg"_L1, request, options, [this, png](const QByteArray &svg) {
            auto *data = new QMimeData;
            data->setImageData(QImage::fromData(png, "PNG"));
            data->setData(u"image/svg+xml"_s, svg);
            QGuiApplication::clipboard()->setMimeData(data);
            Q_EMIT copied(tr("The picture is in the clipboard"));
        });
    });
}

} // namespace rootward
