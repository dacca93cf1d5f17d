// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcomemodel.h"

#include "planmodel.h"
#include "verdictstate.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The model's sentences are fragments without a full stop; here they stand side by side.
QString asSentence(QString fragment)
{
    if (fragment.isEmpty())
        return fragment;
    fragment[0] = fragment.at(0).toUpper();
    return fragment.endsWith(u'.') ? fragment : fragment + u'.';
}

NodeRef nodeOf(const EntryOutcome &entry)
{
    const FunctionOutcome &function =
        entry.functions.at(std::clamp<qsizetype>(entry.leading, 0, entry.functions.size() - 1));
    return NodeRef::hostFunction(function.host);
}

/// Of a slot that another definition than Proxmox's tells.
QString leadOfSlot(const EntryOutcome &entry)
{
    if (entry.functions.isEmpty())
        return entry.source;
    const FunctionOutcome &first = entry.functions.constFirst();
    const QString passed = first.sysfsdev.isEmpty() ? first.host.toString() : first.sysfsdev;
    return entry.title.isEmpty() ? passed : cardName(entry.title) + u' ' + passed;
}

QString leadOf(const EntryOutcome &entry)
{
    if (entry.value.isEmpty())
        return leadOfSlot(entry);
    const Result<HostpciValue> value = HostpciValue::parse(entry.value);
    if (entry.title.isEmpty() || !value || value->hosts().isEmpty())
        return entry.value;
    const HostId first = value->hosts().constFirst();
    return cardName(entry.title) + u' '
        + (first.allFunctions ? first.address.slotString() : first.address.toString());
}

OutcomeLine stripLine(const EntryOutcome &entry)
{
    OutcomeLine line {.state = hopState(entry.verdict),
                      .letter = entry.letter,
                      .lead = leadOf(entry),
                      .text = {},
                      .badge = remedyText(entry.remedy),
                      .firstCause = false,
                      .reason = entry.reason,
                      .entry = entry.index,
                      .node = {}};
    if (!entry.functions.isEmpty())
        line.node = nodeOf(entry);
    if (entry.verdict == EntryVerdict::Invalid) {
        line.text = asSentence(entryNote(entry));
        return line;
    }
    line.text = QStringList {asSentence(entry.sentences.host), asSentence(entry.sentences.guest)}
                    .join(u' ')
                    .simplified();
    return line;
}

} // namespace

QString OutcomeLine::plainText() const
{
    const QString glyph = Theme::light().state(state).glyph;
    return QStringList {glyph, letter, lead, text, badge.isEmpty() ? QString() : u"→ "_s + badge}
        .join(u' ')
        .simplified();
}

QList<OutcomeLine> stripLines(const PlanOutcome &outcome)
{
    QList<OutcomeLine> lines;
    for (const EntryOutcome &entry : outcome.entries)
        lines.append(stripLine(entry));
    return lines;
}

QString cardName(const QString &title)
{
    const qsizetype open = title.lastIndexOf(u'[');
    const qsizetype close = title.lastIndexOf(u']');
    const QString name =
        open >= 0 && close > open + 1 ? title.sliced(open + 1, close - open - 1) : title;
    const qsizetype slash = name.indexOf(u'/');
    return slash > 0 ? name.first(slash) + u"/…"_s : name;
}

OutcomeModel::OutcomeModel(QObject *parent) : QAbstractListModel(parent) { }

void OutcomeModel::setLines(const QList<OutcomeLine> &lines)
{
    if (lines == m_lines)
        return;
    if (lines.size() == m_lines.size()) {
        m_lines = lines;
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_lines = lines;
    endResetModel();
}

void OutcomeModel::setHovered(const Hovered &hovered)
{
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    if (!m_lines.isEmpty())
        Q_EMIT dataChanged(index(0), index(rowCount() - 1), {Qt::BackgroundRole});
}

bool OutcomeModel::isHovered(int row) const
{
    const OutcomeLine &line = m_lines.at(row);
    if (m_hovered.node && line.node == m_hovered.node)
        return true;
    return m_hovered.entry && line.entry == m_hovered.entry;
}

int OutcomeModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant OutcomeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const OutcomeLine &line = m_lines.at(index.row());
    if (role == Qt::DisplayRole)
        return line.plainText();
    // A glyph is nothing that a screen reader could say.
    if (role == Qt::AccessibleTextRole) {
        return QStringList {hopStateText(line.state), line.letter, line.lead, line.text, line.badge}
            .join(u' ')
            .simplified();
    }
    return {};
}

} // namespace rootward
