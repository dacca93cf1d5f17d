// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "registers.h"
#include "theme.h"

#include <QAbstractItemModel>

namespace rootward {

/// How the panel marks what a rule makes of a field.
HopState hopState(FieldEffect effect);

/// Registers with their fields below them. A register's row has its place, name and raw value.
class RegistersModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Bit, Name, Value, Meaning, Rule, ColumnCount };

    explicit RegistersModel(QObject *parent = nullptr);

    void setRegisters(const QList<FunctionRegister> &registers);
    const QList<FunctionRegister> &registers() const { return m_registers; }

    /// The register of a row, its own or a field's; nullptr: none.
    const FunctionRegister *registerAt(const QModelIndex &index) const;
    /// The field of a row; nullptr: the row is a register's.
    const RegisterField *fieldAt(const QModelIndex &index) const;
    /// A row on one line, for copying and reading aloud.
    QString rowText(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    QList<FunctionRegister> m_registers;
};

} // namespace rootward
