// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportpanel.h"

#include "planmodel.h"
#include "planreport.h"
#include "verdictstate.h"

#include <QHBoxLayout>
#include <QPushButton>
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
    : QWidget(parent), m_preview(new ConfigPreview), m_copy(new QPushButton(tr("Copy"))),
      m_save(new QPushButton(tr("Save…")))
{
    m_copy->setToolTip(tr("Copy the lines to the clipboard"));
    m_copy->setObjectName(u"copyLines"_s);
    m_save->setToolTip(tr("Save the lines to a file"));
    m_save->setObjectName(u"saveLines"_s);
    connect(m_copy, &QPushButton::clicked, this, &ExportPanel::copyRequested);
    connect(m_save, &QPushButton::clicked, this, &ExportPanel::saveRequested);
    connect(m_preview, &ConfigPreview::entryActivated, this, &ExportPanel::entryActivated);

    auto *buttons = new QVBoxLayout;
    buttons->addWidget(m_copy);
    buttons->addWidget(m_save);
    buttons->addStretch();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 8);
    layout->addWidget(m_preview, 1);
    layout->addLayout(buttons);
    setPlan({}, {});
}

void ExportPanel::setPlan(const Plan &plan, const PlanOutcome &outcome)
{
    m_text = plan.entries.isEmpty() ? QString() : hostpciLines(plan);
    m_preview->setLines(plan.entries.isEmpty() ? QList<PreviewLine>()
                                               : previewLines(plan, outcome));
    m_preview->setPlaceholderText(tr("Add a card to the plan, and its hostpci line stands here."));
    m_copy->setEnabled(!m_text.isEmpty());
    m_save->setEnabled(!m_text.isEmpty());
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
