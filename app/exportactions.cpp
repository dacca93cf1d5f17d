// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportactions.h"

#include "outcomemodel.h"
#include "output.h"
#include "pictureexport.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
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

void ExportActions::produce(QLatin1StringView id, const Consumer &consumer)
{
    const ExportFormat *format = findExportFormat(QString(id));
    if (format == nullptr) {
        Q_EMIT failed(Error {.kind = Error::Kind::Unavailable,
                             .what = tr("There is no export format %1").arg(id),
                             .where = {},
                             .hint = {}});
        return;
    }
    ExportRequest asked = request();
    // What is for the user's own machine is never cleaned here: it would not work there.
    if (!format->redactsByDefault)
        asked.redact.reset();
    QtConcurrent::run(writeExport, *format, asked)
        .then(this, [this, consumer](const Result<QByteArray> &bytes) {
            if (bytes)
                consumer(*bytes);
            else
                Q_EMIT failed(bytes.error());
        });
}

void ExportActions::saveAs(QLatin1StringView id)
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
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, id](const QString &fileName) { saveTo(id, fileName); });
    dialog->open();
}

void ExportActions::saveTo(QLatin1StringView id, const QString &fileName)
{
    if (isSource(fileName)) {
        Q_EMIT failed(Error {.kind = Error::Kind::CannotWrite,
                             .what = tr("the VM was read from this file, which stays as it is"),
                             .where = fileName,
                             .hint = tr("save it under another name")});
        return;
    }
    produce(id, [this, fileName](const QByteArray &bytes) {
        const Result<void> written =
            writeOutput(fileName, [&bytes](QIODevice &out) { out.write(bytes); });
        if (written)
            Q_EMIT saved(fileName);
        else
            Q_EMIT failed(written.error());
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
    produce("png"_L1, [this](const QByteArray &bytes) {
        QGuiApplication::clipboard()->setImage(QImage::fromData(bytes, "PNG"));
        Q_EMIT copied(tr("The picture is in the clipboard"));
    });
}

} // namespace rootward
