// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportpanel.h"

#include "export_document.h"
#include "planmodel.h"
#include "planreport.h"
#include "textdiff.h"
#include "verdictstate.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QPushButton>
#include <QTabBar>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// "32bit+ 64bit? 128bit-": lspci's own way to write what a port completes.
QString bits(const PerWidth<Answer> &answers)
{
    const auto bit = [&answers](Width width, QLatin1StringView name) {
        const Answer answer = answers[width];
        return name + (answer == Answer::Yes ? u'+' : answer == Answer::No ? u'-' : u'?');
    };
    return QStringList {bit(Width::W32, "32bit"_L1), bit(Width::W64, "64bit"_L1),
                        bit(Width::W128, "128bit"_L1)}
        .join(u' ');
}

QString noteOf(const PlanOutcome &outcome, const EntryOutcome &entry)
{
    if (entry.verdict == EntryVerdict::Invalid)
        return entryNote(entry);
    if (!entry.rootPort)
        return ExportPanel::tr("no guest root port above the card");
    if (entry.portNode < 0)
        return ExportPanel::tr("the guest port is not known");
    const GuestNode &port = outcome.guestTree.at(entry.portNode);
    const QString address = u"%1.%2"_s.arg(port.slot, 2, 16, QLatin1Char('0')).arg(port.function);
    return ExportPanel::tr("guest port %1: %2").arg(address, bits(*entry.rootPort));
}

std::optional<int> entryOfLine(const QString &line)
{
    const auto prefix = "hostpci"_L1;
    if (!line.startsWith(prefix))
        return std::nullopt;
    bool isNumber = false;
    const int index = line.sliced(prefix.size()).section(u':', 0, 0).toInt(&isNumber);
    return isNumber ? std::optional(index) : std::nullopt;
}

} // namespace

ExportPanel::ExportPanel(QWidget *parent)
    : QWidget(parent), m_tabs(new QTabBar), m_preview(new ConfigPreview),
      m_copy(new QPushButton(tr("Copy"))), m_save(new QPushButton(tr("Save…"))),
      m_form(new QComboBox), m_changes(new QCheckBox(tr("Changes"))),
      m_redact(new QCheckBox(tr("Redact")))
{
    m_tabs->setObjectName(u"exportTabs"_s);
    m_tabs->setAccessibleName(tr("Export as"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (const ExportFormat &format : exportFormats()) {
        if (format.isPicture())
            continue;
        const int tab = m_tabs->addTab(QCoreApplication::translate("rootward", format.name));
        m_tabs->setTabData(tab, QString::fromLatin1(format.id));
    }
    m_copy->setObjectName(u"copyLines"_s);
    m_copy->setToolTip(tr("Copy the text to the clipboard"));
    m_save->setObjectName(u"saveLines"_s);
    m_save->setToolTip(tr("Save the text to a file"));
    m_form->setObjectName(u"exportForm"_s);
    m_form->setAccessibleName(tr("Functions of each card"));
    m_form->setToolTip(tr("Which functions of each card the guest gets, and where"));
    m_form->addItem(tr("As planned"), int(ExportForm::AsPlanned));
    m_form->addItem(tr("One function"), int(ExportForm::OneFunction));
    m_form->addItem(tr("All functions"), int(ExportForm::AllFunctions));
    m_form->addItem(tr("Separate slots"), int(ExportForm::SeparateSlots));
    connect(m_form, &QComboBox::currentIndexChanged, this, &ExportPanel::refresh);
    m_changes->setObjectName(u"showChanges"_s);
    m_changes->setToolTip(tr("Show what differs from the file that was opened"));
    m_redact->setObjectName(u"redact"_s);
    m_redact->setChecked(true);
    m_redact->setToolTip(tr("Leave host names, serial numbers and the like out of reports and "
                            "pictures"));
    connect(m_tabs, &QTabBar::currentChanged, this, &ExportPanel::refresh);
    connect(m_changes, &QCheckBox::toggled, this, &ExportPanel::refresh);
    connect(m_redact, &QCheckBox::toggled, this, [this] {
        refresh();
        Q_EMIT redactingChanged();
    });
    connect(m_copy, &QPushButton::clicked, this, [this] { Q_EMIT copyRequested(m_text); });
    connect(m_save, &QPushButton::clicked, this, [this] { Q_EMIT saveRequested(format()); });
    connect(m_preview, &ConfigPreview::entryActivated, this, &ExportPanel::entryActivated);
    connect(m_preview, &ConfigPreview::entryHovered, this,
            [this](std::optional<int> entry) { Q_EMIT hovered({entry, {}}); });

    auto *head = new QHBoxLayout;
    head->addWidget(m_tabs);
    head->addStretch();
    head->addWidget(m_form);
    head->addWidget(m_changes);
    head->addWidget(m_redact);
    head->addWidget(m_copy);
    head->addWidget(m_save);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 2, 8, 8);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_preview, 1);
    refresh();
}

QLatin1StringView ExportPanel::format() const
{
    const ExportFormat *shown =
        findExportFormat(m_tabs->tabData(m_tabs->currentIndex()).toString());
    return QLatin1StringView(shown->id);
}

void ExportPanel::showFormat(QLatin1StringView id)
{
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        if (m_tabs->tabData(tab).toString() == id)
            m_tabs->setCurrentIndex(tab);
    }
}

bool ExportPanel::isRedacting() const
{
    return m_redact->isChecked();
}

void ExportPanel::setRequest(const ExportRequest &request)
{
    m_request = request;
    refresh();
}

bool ExportPanel::hasChanges() const
{
    return m_request.plan.document != nullptr;
}

void ExportPanel::refresh()
{
    const ExportFormat &shown = *findExportFormat(QString(format()));
    const bool isFile = format() == "conf"_L1;
    m_changes->setVisible(isFile && hasChanges());
    m_redact->setVisible(shown.redactsByDefault);
    m_form->setVisible(shown.hasForms);
    m_preview->setPlaceholderText(
        tr("Add a card to the plan, and what to write for it stands here."));
    if (m_request.outcome.entries.isEmpty() && !isFile) {
        m_text.clear();
        m_preview->setText({}, {});
    } else if (isFile && hasChanges() && m_changes->isChecked()) {
        showChanges();
    } else if (format() == "hostpci"_L1) {
        showHostpci();
    } else {
        showWritten(shown);
    }
    m_copy->setEnabled(!m_text.isEmpty());
    m_save->setEnabled(!m_text.isEmpty());
}

void ExportPanel::showHostpci()
{
    m_text = m_request.plan.entries.isEmpty() ? QString() : hostpciLines(m_request.plan);
    m_preview->setLines(m_text.isEmpty() ? QList<PreviewLine>()
                                         : previewLines(m_request.plan, m_request.outcome));
}

void ExportPanel::showWritten(const ExportFormat &format)
{
    ExportRequest request = m_request;
    request.redact = format.redactsByDefault && isRedacting();
    request.form = static_cast<ExportForm>(m_form->currentData().toInt());
    const Result<QByteArray> written = format.write(request);
    m_text = written ? QString::fromUtf8(*written) : QString();
    if (!written)
        m_preview->setPlaceholderText(written.error().toString());
    m_preview->setText(m_text, QString::fromLatin1(format.highlighting));
}

void ExportPanel::showChanges()
{
    const QByteArray &before = m_request.plan.document->bytes();
    const QByteArray after = exportedDocument(m_request.plan).bytes();
    m_text = unifiedDiff(before, after);
    m_preview->setPlaceholderText(tr("The plan is what the file says."));
    m_preview->setText(m_text, u"Diff"_s);
}

QList<PreviewLine> previewLines(const Plan &plan, const PlanOutcome &outcome)
{
    QList<PreviewLine> lines;
    for (const QString &text : hostpciLines(plan).split(u'\n', Qt::SkipEmptyParts)) {
        PreviewLine line {.text = text, .entry = entryOfLine(text), .state = {}, .note = {}};
        line.state = HopState::NotAsked;
        for (const EntryOutcome &entry : outcome.entries) {
            if (line.entry != entry.index)
                continue;
            line.state = hopState(entry.verdict);
            line.note = noteOf(outcome, entry);
        }
        lines.append(line);
    }
    return lines;
}

} // namespace rootward
