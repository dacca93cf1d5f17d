// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "addcarddialog.h"
#include "importers.h"
#include "mainwindow.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMessageBox>
#include <QMimeData>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QStringList captureFilters()
{
    QStringList patterns;
    QStringList filters;
    for (const Importer &importer : importerTable()) {
        const QString mine = QString::fromLatin1(importer.patterns);
        patterns += mine.split(u' ', Qt::SkipEmptyParts);
        filters +=
            u"%1 (%2)"_s.arg(QCoreApplication::translate("rootward", importer.description), mine);
    }
    patterns.removeDuplicates();
    filters.prepend(MainWindow::tr("Captures (%1)").arg(patterns.join(u' ')));
    filters.append(MainWindow::tr("All files (*)"));
    return filters;
}

QStringList localFiles(const QMimeData *data)
{
    QStringList files;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            files += url.toLocalFile();
    }
    return files;
}

} // namespace

void MainWindow::load(const ReaderOfHost &reader, const QString &label)
{
    m_reader = reader;
    m_readerLabel = label;
    m_pickedHost = 0;
    m_session->load(reader(0), label);
}

/// The same source, as it is by now, under the plan as it is.
void MainWindow::readAgain()
{
    if (m_reader)
        m_session->reload(m_reader(m_pickedHost), m_readerLabel);
}

/// Of several hosts in one capture the user picks; nothing is merged on his behalf.
void MainWindow::loadFailed(const Error &error)
{
    if (error.choices.isEmpty()) {
        showError(error);
        return;
    }
    auto *dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Several hosts"));
    dialog->setLabelText(
        tr("%1 holds more than one host, or one host at several boots. Show:").arg(m_readerLabel));
    dialog->setComboBoxItems(error.choices);
    dialog->setOption(QInputDialog::UseListViewForComboBoxItems);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [this, choices = error.choices, reader = m_reader](const QString &choice) {
                m_pickedHost = int(choices.indexOf(choice)) + 1;
                m_session->load(reader(m_pickedHost), m_readerLabel);
            });
    dialog->open();
}

void MainWindow::openHost(const QString &host, const QStringList &vmFiles,
                          const OpenOptions &options)
{
    load(
        [host, vmFiles, options](int which) {
            OpenOptions picked = options;
            picked.which = which > 0 ? which : options.which;
            return hostReader(host, vmFiles, picked);
        },
        host == "live:"_L1 ? tr("this machine") : QFileInfo(host).fileName());
}

void MainWindow::chooseFile()
{
    auto *dialog = new QFileDialog(this, tr("Open capture"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(captureFilters());
    connect(dialog, &QFileDialog::filesSelected, this, &MainWindow::openFiles);
    dialog->open();
}

void MainWindow::chooseVms()
{
    auto *dialog = new QFileDialog(this, tr("Open VM"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QStringList filters;
    for (const VmFormat &format : vmFormats()) {
        filters += u"%1 (%2)"_s.arg(QCoreApplication::translate("rootward", format.description),
                                    QString::fromLatin1(format.patterns));
    }
    dialog->setNameFilters(QStringList {tr("All files (*)")} + filters);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this](const QStringList &paths) { showFailure(m_session->openVms(paths)); });
    dialog->open();
}

void MainWindow::chooseMappings()
{
    auto *dialog = new QFileDialog(this, tr("Open PCI mappings"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("PCI mappings (pci.cfg)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this,
            [this](const QString &path) { showFailure(m_session->openMappings(path)); });
    dialog->open();
}

/// Several captures complete each other.
void MainWindow::openFiles(const QStringList &files)
{
    openHost(files.constFirst(), {}, {.also = files.sliced(1)});
}

void MainWindow::openText(const QString &text)
{
    const QString label = tr("pasted text");
    load([bytes = text.toUtf8(), label](int which) { return textReader(bytes, label, which); },
         label);
}

void MainWindow::paste()
{
    const QMimeData *content = QGuiApplication::clipboard()->mimeData();
    const QStringList files = content == nullptr ? QStringList() : localFiles(content);
    if (!files.isEmpty()) {
        openFiles(files);
    } else if (content != nullptr && content->hasText()) {
        openText(content->text());
    } else {
        showError(Error {.kind = Error::Kind::NoInput,
                         .what = tr("The clipboard holds no text"),
                         .where = {},
                         .hint = tr("copy the output of lspci -vvv first")});
    }
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (event->mimeData()->hasUrls() || event->mimeData()->hasText())
        event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent *event)
{
    const QStringList files = localFiles(event->mimeData());
    if (!files.isEmpty())
        openFiles(files);
    else
        openText(event->mimeData()->text());
    event->acceptProposedAction();
}

void MainWindow::pickCard()
{
    if (!m_session->plan().host)
        return;
    auto *dialog = new AddCardDialog(*m_session->plan().host, m_session->outcome(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &AddCardDialog::picked, this, &MainWindow::addCard);
    dialog->open();
}

void MainWindow::addCard(const PciAddress &function)
{
    const Result<int> added = m_session->addCard(function);
    if (added)
        select(*added, NodeRef::hostFunction(function));
    else
        showError(added.error());
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Rootward"));
    box->setIconPixmap(QIcon(u":/rootward/icons/rootward.svg"_s).pixmap(64));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Rootward %1").arg(QStringLiteral(ROOTWARD_VERSION)));
    box->setInformativeText(
        tr("Host and guest PCIe trees facing each other, coloured by AtomicOps capability.\n\n"
           "Free software under the GNU General Public License, version 2 or later; "
           "it comes without any warranty.\n\n"
           "Uses Qt %1, KSyntaxHighlighting, libpci and the dot program of Graphviz.")
            .arg(QLatin1StringView(qVersion())));
    box->open();
}

} // namespace rootward
