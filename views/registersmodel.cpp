// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registersmodel.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// An index of a register itself; that of a field has the register's row.
constexpr quintptr registerId = ~quintptr {0};

QString registerText(const FunctionRegister &shown, int column)
{
    switch (column) {
    case RegistersModel::Bit:
        return shown.placeText();
    case RegistersModel::Name:
        return shown.name;
    case RegistersModel::Value:
        return shown.rawText();
    case RegistersModel::Meaning:
        return shown.cause;
    default:
        return {};
    }
}

QString fieldText(const RegisterField &field, int column)
{
    switch (column) {
    case RegistersModel::Bit:
        return field.bitText();
    case RegistersModel::Name:
        return field.name;
    case RegistersModel::Value:
        return field.effect == FieldEffect::None
            ? field.text
            : RegistersModel::tr("%1, %2").arg(field.text, hopStateText(hopState(field.effect)));
    case RegistersModel::Meaning:
        return field.meaning;
    default:
        return field.rule;
    }
}

} // namespace

HopState hopState(FieldEffect effect)
{
    switch (effect) {
    case FieldEffect::Carries:
        return HopState::Carries;
    case FieldEffect::Blocks:
        return HopState::Blocks;
    case FieldEffect::Unknown:
        return HopState::Unknown;
    case FieldEffect::None:
        break;
    }
    return HopState::NotAsked;
}

RegistersModel::RegistersModel(QObject *parent) : QAbstractItemModel(parent) { }

void RegistersModel::setRegisters(const QList<FunctionRegister> &registers)
{
    if (registers == m_registers)
        return;
    beginResetModel();
    m_registers = registers;
    endResetModel();
}

const FunctionRegister *RegistersModel::registerAt(const QModelIndex &index) const
{
    if (!index.isValid())
        return nullptr;
    const qsizetype row = index.internalId() == registerId ? index.row() : int(index.internalId());
    return row < m_registers.size() ? &m_registers.at(row) : nullptr;
}

const RegisterField *RegistersModel::fieldAt(const QModelIndex &index) const
{
    const FunctionRegister *shown = registerAt(index);
    const bool isField = shown && index.internalId() != registerId;
    return isField && index.row() < shown->fields.size() ? &shown->fields.at(index.row()) : nullptr;
}

QString RegistersModel::rowText(const QModelIndex &index) const
{
    if (const RegisterField *field = fieldAt(index))
        return tr("bit %1 %2: %3 (%4; read by %5)")
            .arg(field->bitText(), field->name, fieldText(*field, Value), field->meaning,
                 field->rule);
    const FunctionRegister *shown = registerAt(index);
    if (!shown)
        return {};
    const QString text = tr("%1 (%2): %3").arg(shown->name, shown->placeText(), shown->rawText());
    return shown->cause.isEmpty() ? text : tr("%1, %2").arg(text, shown->cause);
}

QModelIndex RegistersModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? quintptr(parent.row()) : registerId);
}

QModelIndex RegistersModel::parent(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == registerId)
        return {};
    return createIndex(int(index.internalId()), 0, registerId);
}

int RegistersModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_registers.size());
    const bool isRegister = parent.internalId() == registerId && parent.column() == 0;
    return isRegister ? static_cast<int>(m_registers.at(parent.row()).fields.size()) : 0;
}

int RegistersModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QVariant RegistersModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    // The first column stands for the whole row, which is drawn and read as one.
    if (role == Qt::AccessibleTextRole && index.column() == 0)
        return rowText(index);
    if (role != Qt::DisplayRole)
        return {};
    const RegisterField *field = fieldAt(index);
    return field ? fieldText(*field, index.column())
                 : registerText(*registerAt(index), index.column());
}

QVariant RegistersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractItemModel::headerData(section, orientation, role);
    switch (section) {
    case Bit:
        return tr("Bit");
    case Name:
        return tr("Name");
    case Value:
        return tr("Value");
    case Meaning:
        return tr("Meaning");
    default:
        return tr("Read by");
    }
}

} // namespace rootward
