// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureplan.h"
#include "topologymodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

void visit(const TopologyModel &model, const QModelIndex &parent,
           const std::function<void(const QModelIndex &)> &call)
{
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        call(index);
        visit(model, index, call);
    }
}

QString at(const QModelIndex &index, TopologyModel::Column column)
{
    return index.siblingAtColumn(column).data().toString();
}

const NodeRef gpu = NodeRef::hostFunction({.domain = 0, .bus = 0x0b, .slot = 0, .function = 0});

} // namespace

class tst_topologymodel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theModelKeepsTheRules();
    void everyFunctionAndGuestDeviceHasARow();
    void rowsSayWhatThePictureSays();
    void anEmptyPlanHasTheGuestAlone();
};

void tst_topologymodel::theModelKeepsTheRules()
{
    TopologyModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    for (const quint32 seed : {1U, 2U, 3U}) {
        const Plan plan = randomPlan(seed);
        model.setPlan(plan, evaluate(plan), {});
    }
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void tst_topologymodel::everyFunctionAndGuestDeviceHasARow()
{
    const Plan plan = examplePlan(u"x399-two-rx7900xt"_s);
    const PlanOutcome outcome = evaluate(plan);
    TopologyModel model;
    model.setPlan(plan, outcome, {});
    QSet<NodeRef> refs;
    visit(model, {}, [&](const QModelIndex &index) {
        if (const auto ref = model.refOf(index)) {
            refs.insert(*ref);
            QCOMPARE(model.indexOf(*ref), index);
        }
    });
    for (const PciFunction &function : plan.host->functions())
        QVERIFY2(refs.contains(NodeRef::hostFunction(function.address)),
                 qPrintable(function.address.toString()));
    for (const GuestNode &node : outcome.guestTree)
        QVERIFY2(refs.contains(NodeRef::guest(node.id, node.host)), qPrintable(node.id));
}

void tst_topologymodel::rowsSayWhatThePictureSays()
{
    const Pictured picture = pictured(examplePlan(u"x399-two-rx7900xt"_s));
    TopologyModel model;
    model.setPlan(picture.plan, picture.outcome, {});
    int rows = 0;
    visit(model, {}, [&](const QModelIndex &index) {
        const auto ref = model.refOf(index);
        const DrawnBox *box = ref ? picture.drawing.box(*ref) : nullptr;
        if (box == nullptr)
            return;
        ++rows;
        QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), box->accessibleText);
        if (!box->badge.isNull())
            QVERIFY(at(index, TopologyModel::State).startsWith(hopStateText(box->state)));
    });
    QVERIFY(rows > 30);
    const QModelIndex index = model.indexOf(gpu);
    QVERIFY(at(index, TopologyModel::Device).startsWith("A: "_L1));
    QCOMPARE(at(index, TopologyModel::AtomicOpsColumn), u"32 yes, 64 yes, 128 no"_s);
    QCOMPARE(at(index, TopologyModel::State), u"carries"_s);
    QCOMPARE(at(index, TopologyModel::EdgeUp), u"carries"_s);
    QVERIFY(at(index, TopologyModel::Place).contains("0b:00.0"_L1));
    QVERIFY(at(index, TopologyModel::More).contains("IOMMU group 16"_L1));
}

void tst_topologymodel::anEmptyPlanHasTheGuestAlone()
{
    const Plan plan;
    TopologyModel model;
    model.setPlan(plan, evaluate(plan), {});
    QCOMPARE(model.rowCount(model.index(0, 0)), 0);
    QVERIFY(!model.indexOf(gpu).isValid());
}

QTEST_MAIN(tst_topologymodel)
#include "tst_topologymodel.moc"
