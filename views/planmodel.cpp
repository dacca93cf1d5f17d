// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planmodel.h"

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// A check box of the plan: what it is called, and which option of the line it sets.
struct Toggle {
    PlanModel::Column column;
    const char *title;
    const char *option; ///< nullptr: not an option but a choice for the card
    CardChoice choice = CardChoice::OneFunction; ///< while it is on
};

constexpr std::array toggleTable {
    Toggle {PlanModel::AllFunctions, QT_TRANSLATE_NOOP("rootward::PlanModel", "All Functions"),
            nullptr, CardChoice::AllFunctions},
    Toggle {PlanModel::SeparateSlots, QT_TRANSLATE_NOOP("rootward::PlanModel", "Separate Slots"),
            nullptr, CardChoice::SeparateSlots},
    Toggle {PlanModel::PciExpress, QT_TRANSLATE_NOOP("rootward::PlanModel", "PCI-Express"), "pcie"},
    Toggle {PlanModel::PrimaryGpu, QT_TRANSLATE_NOOP("rootward::PlanModel", "Primary GPU"),
            "x-vga"},
    Toggle {PlanModel::RomBar, QT_TRANSLATE_NOOP("rootward::PlanModel", "ROM-Bar"), "rombar"},
};

const Toggle *toggleAt(int column)
{
    for (const Toggle &toggle : toggleTable) {
        if (toggle.column == column)
            return &toggle;
    }
    return nullptr;
}

bool isOn(const HostpciValue &value, PlanModel::Column column)
{
    switch (column) {
    case PlanModel::PciExpress:
        return value.pcie();
    case PlanModel::PrimaryGpu:
        return value.primaryGpu();
    default:
        return value.rombar();
    }
}

std::optional<Width> widthAt(int column)
{
    if (column < PlanModel::Width32 || column > PlanModel::Width128)
        return std::nullopt;
    return allWidths.at(static_cast<std::size_t>(column - PlanModel::Width32));
}

QString answerGlyph(std::optional<Answer> answer)
{
    if (!answer)
        return u"–"_s;
    return *answer == Answer::Yes ? u"✓"_s : *answer == Answer::No ? u"✕"_s : u"?"_s;
}

std::optional<Answer> portAnswer(const EntryOutcome &outcome, Width width)
{
    if (!outcome.rootPort)
        return std::nullopt;
    return (*outcome.rootPort)[width];
}

} // namespace

PlanModel::PlanModel(QObject *parent) : QAbstractTableModel(parent) { }

void PlanModel::setPlan(const Plan &plan, const PlanOutcome &outcome)
{
    QList<Row> rows;
    for (const EntryOutcome &entry : outcome.entries) {
        const Result<HostpciValue> value = HostpciValue::parse(entry.value);
        const bool isLine = entry.index >= 0 && value;
        rows.append({{entry.index, entry.value},
                     entry,
                     isLine ? std::optional(*value) : std::nullopt,
                     cardChoice(plan, entry.index)});
    }
    const auto sameEntry = [](const Row &a, const Row &b) {
        return a.entry.index == b.entry.index;
    };
    qsizetype head = 0;
    while (head < rows.size() && head < m_rows.size() && sameEntry(rows.at(head), m_rows.at(head)))
        ++head;
    qsizetype tail = 0;
    while (tail < rows.size() - head && tail < m_rows.size() - head
           && sameEntry(rows.at(rows.size() - 1 - tail), m_rows.at(m_rows.size() - 1 - tail)))
        ++tail;

    // The outcome of every row may change, so views are told of all that stay.
    m_plan = plan;
    m_outcome = outcome;
    if (const qsizetype gone = m_rows.size() - head - tail; gone > 0) {
        beginRemoveRows({}, static_cast<int>(head), static_cast<int>(head + gone - 1));
        m_rows.remove(head, gone);
        endRemoveRows();
    }
    if (const qsizetype added = rows.size() - head - tail; added > 0) {
        beginInsertRows({}, static_cast<int>(head), static_cast<int>(head + added - 1));
        m_rows = rows;
        endInsertRows();
    }
    m_rows = rows;
    if (!m_rows.isEmpty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int PlanModel::rowOf(int entry) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (m_rows.at(row).entry.index == entry)
            return row;
    }
    return -1;
}

int PlanModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlanModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

bool PlanModel::hasOneFunction(const Row &row) const
{
    if (!m_plan.host || !row.value || row.value->hosts().isEmpty())
        return false;
    return m_plan.host->slotFunctions(row.value->hosts().constFirst().address).size() == 1;
}

/// A choice needs a card, and one slot for each function needs to know them.
bool PlanModel::isChangeable(const Row &row, int column) const
{
    const Toggle *toggle = toggleAt(column);
    if (toggle == nullptr || !row.value)
        return false;
    if (toggle->option != nullptr)
        return true;
    return row.choice
        && (column != SeparateSlots || (m_plan.host != nullptr && !hasOneFunction(row)));
}

QString PlanModel::passedText(const Row &row) const
{
    if (!row.value || row.value->hosts().isEmpty())
        return row.outcome.functions.isEmpty() ? row.entry.value
                                               : row.outcome.functions.constFirst().host.toString();
    const HostId first = row.value->hosts().constFirst();
    const QString place =
        first.allFunctions ? first.address.slotString() : first.address.toString();
    const auto passed = static_cast<int>(row.outcome.functions.size());
    return passed > 1 ? tr("%1, functions: %2").arg(place).arg(passed) : place;
}

QVariant PlanModel::display(const Row &row, int column) const
{
    if (column == Name)
        return row.outcome.source;
    if (column == Device) {
        const QString title = entryFact(row, TitleRole).toString();
        return row.outcome.letter.isEmpty() ? title : row.outcome.letter + u' ' + title;
    }
    if (column == Value)
        return row.entry.value;
    if (const std::optional<Width> width = widthAt(column))
        return answerGlyph(portAnswer(row.outcome, *width));
    return {};
}

QVariant PlanModel::check(const Row &row, int column) const
{
    const Toggle *toggle = toggleAt(column);
    if (toggle == nullptr)
        return {};
    const bool on = toggle->option == nullptr
        ? row.choice == toggle->choice
        : row.value && isOn(*row.value, static_cast<Column>(column));
    return on ? Qt::Checked : Qt::Unchecked;
}

QVariant PlanModel::entryFact(const Row &row, int role) const
{
    switch (role) {
    case EntryRole:
        return row.entry.index;
    case NoteRole:
        return entryNote(row.outcome);
    case NoEffectRole:
        return hasOneFunction(row);
    case InvalidRole:
        return row.outcome.verdict == EntryVerdict::Invalid;
    case LetterRole:
        return row.outcome.letter;
    case TitleRole:
        return row.outcome.title.isEmpty() ? passedText(row) : row.outcome.title;
    case AddressRole:
        return passedText(row);
    case VerdictRole:
        return static_cast<int>(row.outcome.verdict);
    default:
        return {};
    }
}

QVariant PlanModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return display(row, index.column());
    case Qt::CheckStateRole:
        return check(row, index.column());
    case Qt::ToolTipRole:
        if (index.column() == AllFunctions && hasOneFunction(row))
            return tr("This card has one function: All Functions has no effect");
        if (index.column() == SeparateSlots)
            return tr("Each function of the card in a guest slot of its own: predicted, not "
                      "verified on hardware");
        return entryNote(row.outcome);
    case AnswerRole: {
        const std::optional<Width> width = widthAt(index.column());
        if (!width)
            return {};
        const std::optional<Answer> answer = portAnswer(row.outcome, *width);
        return answer ? static_cast<int>(*answer) : -1;
    }
    default:
        return entryFact(row, role);
    }
}

bool PlanModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    const Row &row = m_rows.at(index.row());
    if (index.column() == Value && role == Qt::EditRole) {
        const QString text = value.toString().trimmed();
        if (text == row.entry.value)
            return true;
        Q_EMIT editRequested(row.entry.index, text, tr("Edit hostpci%1").arg(row.entry.index));
        return true;
    }
    const Toggle *toggle = toggleAt(index.column());
    if (toggle == nullptr || role != Qt::CheckStateRole || !isChangeable(row, index.column()))
        return false;
    const bool on = value.value<Qt::CheckState>() == Qt::Checked;
    const QString undoText = tr("%1 on hostpci%2").arg(tr(toggle->title)).arg(row.entry.index);
    if (toggle->option == nullptr) {
        Q_EMIT choiceRequested(row.entry.index, on ? toggle->choice : CardChoice::OneFunction,
                               undoText);
    } else {
        const QString option = QString::fromLatin1(toggle->option);
        Q_EMIT editRequested(row.entry.index, row.value->withBoolean(option, on).text(), undoText);
    }
    return true;
}

QVariant PlanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (const Toggle *toggle = toggleAt(section))
        return tr(toggle->title);
    switch (section) {
    case Name:
        return tr("Line");
    case Device:
        return tr("Device");
    case Width32:
        return tr("32 bit");
    case Width64:
        return tr("64 bit");
    case Width128:
        return tr("128 bit");
    case Value:
        return tr("Value");
    default:
        return {};
    }
}

Qt::ItemFlags PlanModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid())
        return flags;
    const Row &row = m_rows.at(index.row());
    if (index.column() == Value && row.entry.index >= 0)
        flags |= Qt::ItemIsEditable;
    if (isChangeable(row, index.column()))
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QString entryNote(const EntryOutcome &outcome)
{
    if (outcome.verdict == EntryVerdict::Invalid && !outcome.errors.isEmpty())
        return outcome.errors.constFirst().message;
    QString note = outcome.sentences.guest;
    if (!note.isEmpty())
        note[0] = note.at(0).toUpper();
    return note;
}

} // namespace rootward
