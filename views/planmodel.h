// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "planedits.h"

#include <QAbstractTableModel>

namespace rootward {

/// The plan's hostpci lines, one a row, ascending. Nothing is edited in place: setData() checks
/// the wish and asks for it by editRequested(); the rows follow once the plan has changed.
class PlanModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Name, ///< "hostpci0"
        Device, ///< letter and device name
        AllFunctions,
        SeparateSlots, ///< each function of the card in a guest slot of its own
        PciExpress,
        PrimaryGpu,
        RomBar,
        Width32,
        Width64,
        Width128,
        Value, ///< the property string, editable as text
        ColumnCount,
    };
    enum Role {
        EntryRole = Qt::UserRole, ///< int: N of hostpciN
        AnswerRole, ///< int: an Answer, or -1 where there is no root port
        NoteRole, ///< QString: the outcome or the error in one sentence
        NoEffectRole, ///< bool: All Functions changes nothing, the card has one function
        InvalidRole, ///< bool: the entry is refused
        LetterRole, ///< QString
        TitleRole, ///< QString: device name
        AddressRole, ///< QString: what is passed, with the number of functions
        VerdictRole, ///< int: an EntryVerdict
    };

    explicit PlanModel(QObject *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome);
    const Plan &plan() const { return m_plan; }
    const PlanOutcome &outcome() const { return m_outcome; }

    /// -1 where the plan has no such entry.
    int rowOf(int entry) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void editRequested(int entry, const QString &value, const QString &undoText);
    void choiceRequested(int entry, rootward::CardChoice choice, const QString &undoText);

private:
    struct Row {
        PlanEntry entry;
        EntryOutcome outcome;
        std::optional<HostpciValue> value; ///< nullopt: refused by the grammar, or no such line
        std::optional<CardChoice> choice;
    };

    QVariant display(const Row &row, int column) const;
    QVariant entryFact(const Row &row, int role) const;
    QVariant check(const Row &row, int column) const;
    bool hasOneFunction(const Row &row) const;
    bool isChangeable(const Row &row, int column) const;
    QString passedText(const Row &row) const;

    Plan m_plan;
    PlanOutcome m_outcome;
    QList<Row> m_rows;
};

/// "AtomicOps 32 and 64 bit are offered" and so on: the entry in one sentence, or its error.
QString entryNote(const EntryOutcome &outcome);

} // namespace rootward
