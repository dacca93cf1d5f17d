// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

PciFunction function(quint8 bus, quint8 number, quint16 classCode)
{
    PciFunction made;
    made.address = {.domain = 0, .bus = bus, .slot = 0, .function = number};
    made.portType = PortType::LegacyEndpoint;
    made.vendor = 0x1002;
    made.device = 0x744c;
    made.classCode = classCode;
    made.deviceName = u"Card %1"_s.arg(bus);
    return made;
}

/// Bus 1: a card with audio. Bus 2: a card of one function.
Plan madePlan(const QList<PlanEntry> &entries)
{
    Plan plan;
    plan.host = Topology::fromFunctions(
                    {function(1, 0, 0x0300), function(1, 1, 0x0403), function(2, 0, 0x0300)})
                    .topology;
    plan.entries = entries;
    return plan;
}

class Fixture {
public:
    explicit Fixture(const QList<PlanEntry> &entries) { show(entries); }
    void show(const QList<PlanEntry> &entries)
    {
        plan = madePlan(entries);
        model.setPlan(plan, evaluate(plan));
    }
    QModelIndex at(int row, PlanModel::Column column) const { return model.index(row, column); }
    QString asked(int row, PlanModel::Column column, const QVariant &value, int role)
    {
        QSignalSpy spy(&model, &PlanModel::editRequested);
        model.setData(at(row, column), value, role);
        return spy.isEmpty() ? QString() : spy.at(0).at(1).toString();
    }

    PlanModel model;
    QAbstractItemModelTester tester {&model,
                                     QAbstractItemModelTester::FailureReportingMode::QtTest};
    Plan plan;
};

} // namespace

class tst_planmodel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsFollowThePlanThroughEveryKindOfChange();
    void rowsThatStayKeepTheirPersistentIndexes();
    void checksShowTheLine();
    void aCheckAsksForTheLineWithThatOption_data();
    void aCheckAsksForTheLineWithThatOption();
    void aChoiceForTheCardAsksForThat_data();
    void aChoiceForTheCardAsksForThat();
    void theUndoTextNamesToggleAndLine();
    void theValueCanBeEditedAsText();
    void anInvalidLineIsShownWithItsErrorAndCannotBeToggled();
    void aCardWithOneFunctionSaysThatAllFunctionsHasNoEffect();
    void answersAreNotShownWithoutARootPort();
};

void tst_planmodel::rowsFollowThePlanThroughEveryKindOfChange()
{
    Fixture fixture({});
    const QList<QList<PlanEntry>> steps {
        {{0, u"0000:01:00,pcie=1"_s}},
        {{0, u"0000:01:00,pcie=1"_s}, {1, u"0000:02:00.0,pcie=1"_s}},
        {{0, u"0000:01:00,pcie=1"_s}, {1, u"0000:02:00.0"_s}, {5, u"nonsense"_s}},
        {{1, u"0000:02:00.0"_s}, {5, u"nonsense"_s}},
        {{1, u"0000:02:00.0"_s}, {3, u"0000:01:00.1"_s}, {5, u"nonsense"_s}},
        {{2, u"0000:02:00.0"_s}},
        {}};
    for (const QList<PlanEntry> &entries : steps) {
        fixture.show(entries);
        QCOMPARE(fixture.model.rowCount(), entries.size());
        for (int row = 0; row < entries.size(); ++row) {
            QCOMPARE(fixture.at(row, PlanModel::Name).data().toString(),
                     u"hostpci%1"_s.arg(entries.at(row).index));
            QCOMPARE(fixture.at(row, PlanModel::Value).data().toString(), entries.at(row).value);
            QCOMPARE(fixture.model.rowOf(entries.at(row).index), row);
        }
    }
    QCOMPARE(fixture.model.rowOf(0), -1);
}

void tst_planmodel::rowsThatStayKeepTheirPersistentIndexes()
{
    Fixture fixture({{0, u"0000:01:00,pcie=1"_s}, {4, u"0000:02:00.0"_s}});
    const QPersistentModelIndex last = fixture.at(1, PlanModel::Name);
    QSignalSpy reset(&fixture.model, &QAbstractItemModel::modelReset);
    fixture.show({{0, u"0000:01:00.0,pcie=1"_s}, {2, u"0000:02:00.0"_s}, {4, u"0000:02:00.0"_s}});
    QCOMPARE(last.row(), 2);
    QCOMPARE(last.data().toString(), u"hostpci4"_s);
    QCOMPARE(reset.size(), 0);
}

void tst_planmodel::checksShowTheLine()
{
    Fixture fixture({{0, u"0000:01:00,pcie=1,x-vga=on"_s}, {1, u"0000:02:00.0,rombar=0"_s}});
    const auto checked = [&fixture](int row, PlanModel::Column column) {
        return fixture.at(row, column).data(Qt::CheckStateRole).value<Qt::CheckState>()
            == Qt::Checked;
    };
    QVERIFY(checked(0, PlanModel::AllFunctions));
    QVERIFY(checked(0, PlanModel::PciExpress));
    QVERIFY(checked(0, PlanModel::PrimaryGpu));
    QVERIFY(checked(0, PlanModel::RomBar));
    QVERIFY(!checked(1, PlanModel::AllFunctions));
    QVERIFY(!checked(1, PlanModel::PciExpress));
    QVERIFY(!checked(1, PlanModel::PrimaryGpu));
    QVERIFY(!checked(1, PlanModel::RomBar));
}

void tst_planmodel::aCheckAsksForTheLineWithThatOption_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("on");
    QTest::addColumn<QString>("line");
    QTest::newRow("PCI-Express off")
        << int(PlanModel::PciExpress) << false << u"0000:01:00.0,pcie=0,romfile=a.rom"_s;
    QTest::newRow("Primary GPU on")
        << int(PlanModel::PrimaryGpu) << true << u"0000:01:00.0,pcie=1,romfile=a.rom,x-vga=1"_s;
    QTest::newRow("ROM-Bar off") << int(PlanModel::RomBar) << false
                                 << u"0000:01:00.0,pcie=1,rombar=0,romfile=a.rom"_s;
}

void tst_planmodel::aCheckAsksForTheLineWithThatOption()
{
    QFETCH(int, column);
    QFETCH(bool, on);
    QFETCH(QString, line);
    Fixture fixture({{0, u"0000:01:00.0,pcie=1,romfile=a.rom"_s}});
    QCOMPARE(fixture.asked(0, static_cast<PlanModel::Column>(column),
                           on ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole),
             line);
    QCOMPARE(fixture.at(0, PlanModel::Value).data().toString(),
             u"0000:01:00.0,pcie=1,romfile=a.rom"_s);
}

void tst_planmodel::aChoiceForTheCardAsksForThat_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<bool>("on");
    QTest::addColumn<CardChoice>("choice");
    QTest::newRow("All Functions on")
        << int(PlanModel::AllFunctions) << true << CardChoice::AllFunctions;
    QTest::newRow("All Functions off")
        << int(PlanModel::AllFunctions) << false << CardChoice::OneFunction;
    QTest::newRow("Separate Slots on")
        << int(PlanModel::SeparateSlots) << true << CardChoice::SeparateSlots;
    QTest::newRow("Separate Slots off")
        << int(PlanModel::SeparateSlots) << false << CardChoice::OneFunction;
}

void tst_planmodel::aChoiceForTheCardAsksForThat()
{
    QFETCH(int, column);
    QFETCH(bool, on);
    QFETCH(CardChoice, choice);
    Fixture fixture({{0, u"0000:01:00.0,pcie=1"_s}});
    QSignalSpy spy(&fixture.model, &PlanModel::choiceRequested);
    fixture.model.setData(fixture.at(0, static_cast<PlanModel::Column>(column)),
                          on ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.at(0).at(0).toInt(), 0);
    QCOMPARE(spy.at(0).at(1).value<CardChoice>(), choice);
}

void tst_planmodel::theUndoTextNamesToggleAndLine()
{
    Fixture fixture({{7, u"0000:01:00.0,pcie=1"_s}});
    QSignalSpy spy(&fixture.model, &PlanModel::editRequested);
    fixture.model.setData(fixture.at(0, PlanModel::PrimaryGpu), Qt::Checked, Qt::CheckStateRole);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy.at(0).at(0).toInt(), 7);
    QCOMPARE(spy.at(0).at(2).toString(), u"Primary GPU on hostpci7"_s);
}

void tst_planmodel::theValueCanBeEditedAsText()
{
    Fixture fixture({{0, u"0000:01:00.0,pcie=1"_s}});
    QVERIFY(fixture.at(0, PlanModel::Value).flags().testFlag(Qt::ItemIsEditable));
    QCOMPARE(fixture.asked(0, PlanModel::Value, u"0000:02:00 "_s, Qt::EditRole), u"0000:02:00"_s);
    QCOMPARE(fixture.asked(0, PlanModel::Value, u"0000:01:00.0,pcie=1"_s, Qt::EditRole), QString());
}

void tst_planmodel::anInvalidLineIsShownWithItsErrorAndCannotBeToggled()
{
    Fixture fixture({{0, u"0000:01:00.0,pcie=maybe"_s}});
    const QModelIndex name = fixture.at(0, PlanModel::Name);
    QVERIFY(name.data(PlanModel::InvalidRole).toBool());
    QVERIFY(name.data(PlanModel::NoteRole).toString().contains(u"pcie"));
    QVERIFY(!fixture.at(0, PlanModel::PciExpress).flags().testFlag(Qt::ItemIsUserCheckable));
    QCOMPARE(fixture.asked(0, PlanModel::PciExpress, Qt::Checked, Qt::CheckStateRole), QString());
}

void tst_planmodel::aCardWithOneFunctionSaysThatAllFunctionsHasNoEffect()
{
    Fixture fixture({{0, u"0000:01:00.0,pcie=1"_s}, {1, u"0000:02:00.0,pcie=1"_s}});
    QVERIFY(!fixture.at(0, PlanModel::Name).data(PlanModel::NoEffectRole).toBool());
    QVERIFY(fixture.at(1, PlanModel::Name).data(PlanModel::NoEffectRole).toBool());
    QVERIFY(fixture.at(1, PlanModel::AllFunctions)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(u"no effect"));
}

void tst_planmodel::answersAreNotShownWithoutARootPort()
{
    Fixture fixture({{0, u"0000:01:00.0"_s}});
    QCOMPARE(fixture.at(0, PlanModel::Width32).data(PlanModel::AnswerRole).toInt(), -1);
    QCOMPARE(fixture.at(0, PlanModel::Width32).data().toString(), u"–"_s);
    fixture.show({{0, u"0000:01:00,pcie=1"_s}});
    QCOMPARE(fixture.at(0, PlanModel::Width32).data(PlanModel::AnswerRole).toInt(),
             int(Answer::No));
    QCOMPARE(fixture.at(0, PlanModel::Width32).data().toString(), u"✕"_s);
}

QTEST_GUILESS_MAIN(tst_planmodel)
#include "tst_planmodel.moc"
