// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "captureview.h"
#include "handmadeplan.h"
#include "openedwindow.h"
#include "registerspanel.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QClipboard>
#include <QDockWidget>
#include <QLabel>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_registerspanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { keepSettingsApart(); }
    void theSelectedFunctionIsShown();
    void theModelKeepsItsPromises();
    void theRowsAreReadAloud();
    void aRegisterLeadsToItsLines();
    void enterLeadsThereToo();
    void selectedRowsAreCopied();
    void theGuestsSideIsPredicted();
    void whatWasNotReadSaysWhy();
    void controlClickAsksForASecondCard();
    void theKeyboardKeepsASecondCard();
    void anotherHostForgetsTheSecondCard();
    void everyTextHasItsRoom_data();
    void everyTextHasItsRoom();
    void hostileNamesStayPlain();
};

namespace {

NodeRef host(const char *address)
{
    return NodeRef::hostFunction(PciAddress::parse(QLatin1StringView(address)).value());
}

/// The window with its Registers tab in front.
class Panel : public Opened {
public:
    Panel() { raise(); }
    void raise()
    {
        auto *dock = window.findChild<QDockWidget *>(u"registersDock"_s);
        dock->raise();
        QCoreApplication::processEvents();
        QVERIFY(rows()->isVisible());
    }
    RegistersPanel *panel() const { return part<RegistersPanel>(); }
    RegistersView *rows() const { return panel()->view(); }
    QString label(const QString &name) const
    {
        const auto *found = panel()->findChild<QLabel *>(name);
        return found->isHidden() ? QString() : found->text();
    }
    QModelIndex registerRow(int row) const { return rows()->model()->index(row, 0); }
    QModelIndex field(const QString &name) const
    {
        const QAbstractItemModel &model = *rows()->model();
        for (int i = 0; i < model.rowCount(); ++i) {
            for (int k = 0; k < model.rowCount(registerRow(i)); ++k) {
                const QModelIndex at = model.index(k, RegistersModel::Name, registerRow(i));
                if (at.data() == name)
                    return at;
            }
        }
        return {};
    }
    QString value(const QString &name) const
    {
        return field(name).siblingAtColumn(RegistersModel::Value).data().toString();
    }
    QString marked() const { return part<CaptureView>()->markedText(); }
    void select(const NodeRef &node) { Q_EMIT view()->selectionChanged(node); }
    QPoint placeOf(const NodeRef &node) const
    {
        return view()->mapFromScene(view()->drawing().box(node)->rect.center());
    }
};

} // namespace

void tst_registerspanel::theSelectedFunctionIsShown()
{
    Panel opened;
    QVERIFY(opened.label(u"registersPlace"_s).startsWith(u"0000:0b:00.0 · "));
    QVERIFY(opened.label(u"registersHeading"_s).contains(u"7900 XT"));
    QCOMPARE(opened.rows()->model()->rowCount(), 3);
    QCOMPARE(opened.value(u"32-bit AtomicOp Completer Supported"_s), u"yes, carries"_s);
    QVERIFY(opened.registerRow(1)
                .siblingAtColumn(RegistersModel::Value)
                .data()
                .toString()
                .startsWith(u"0x"));
    opened.select(host("00:03.1"));
    QVERIFY(opened.label(u"registersPlace"_s).contains(u"Root Port"));
    QCOMPARE(opened.value(u"AtomicOp Routing Supported"_s), u"no"_s);
    QCOMPARE(
        opened.field(u"AtomicOp Routing Supported"_s).siblingAtColumn(RegistersModel::Rule).data(),
        u"no rule"_s);
    opened.select(NodeRef::hostRoot(0, 0));
    QCOMPARE(opened.rows()->model()->rowCount(), 0);
    QVERIFY(opened.label(u"registersHeading"_s).startsWith(u"Select a box"));
}

void tst_registerspanel::theModelKeepsItsPromises()
{
    RegistersModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRegisters(hostRegisters(handmade::gpu("0b:00.0")).registers);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowCount(model.index(1, 0)), 5);
    QCOMPARE(model.rowCount(model.index(1, 1)), 0);
    QCOMPARE(model.rowText({}), QString());
    model.setRegisters({});
    QCOMPARE(model.rowCount(), 0);
}

void tst_registerspanel::theRowsAreReadAloud()
{
    Panel opened;
    const QModelIndex first =
        opened.field(u"32-bit AtomicOp Completer Supported"_s).siblingAtColumn(0);
    const QString spoken = first.data(Qt::AccessibleTextRole).toString();
    QCOMPARE(spoken,
             u"bit 7 32-bit AtomicOp Completer Supported: yes, carries (answers 32-bit FetchAdd, "
             "Swap and CAS itself: vfio reports the width where the path carries it; read by "
             "vfio)"_s);
    QAccessibleInterface *face = QAccessible::queryAccessibleInterface(opened.rows());
    QVERIFY(face != nullptr);
    bool isFound = false;
    for (int i = 0; i < face->childCount() && !isFound; ++i)
        isFound = face->child(i)->text(QAccessible::Name) == spoken;
    QVERIFY(isFound);
}

void tst_registerspanel::aRegisterLeadsToItsLines()
{
    Panel opened;
    const QRect link = opened.rows()->linkRect(opened.registerRow(1));
    opened.rows()->scrollTo(opened.registerRow(1));
    const QRect seen = opened.rows()->linkRect(opened.registerRow(1));
    QVERIFY(!link.isEmpty());
    QTest::mouseClick(opened.rows()->viewport(), Qt::LeftButton, {}, seen.center());
    QVERIFY(opened.part<CaptureView>()->isVisible());
    QVERIFY(opened.marked().contains(u"AtomicOpsCap: 32bit+ 64bit+"));
    QVERIFY(!opened.marked().contains(u"DevCtl2"));
    QTest::mouseClick(opened.rows()->viewport(), Qt::LeftButton, {},
                      opened.rows()->visualRect(opened.registerRow(0)).topLeft() + QPoint(12, 6));
    QVERIFY(opened.marked().contains(u"AtomicOpsCap"));
    QVERIFY(opened.rows()->linkRect(opened.field(u"Capability Version"_s)).isNull());
}

void tst_registerspanel::enterLeadsThereToo()
{
    Panel opened;
    opened.rows()->setCurrentIndex(opened.field(u"AtomicOp Requester Enable"_s).siblingAtColumn(0));
    QTest::keyClick(opened.rows(), Qt::Key_Return);
    QVERIFY(opened.marked().contains(u"AtomicOpsCtl: ReqEn"));
    opened.select(NodeRef::guest(u"ich9-pcie-port-1"_s)); // no capture has it
    QSignalSpy asked(opened.panel(), &RegistersPanel::linesActivated);
    opened.rows()->setCurrentIndex(opened.registerRow(0));
    QTest::keyClick(opened.rows(), Qt::Key_Return);
    QCOMPARE(asked.size(), 0);
}

void tst_registerspanel::selectedRowsAreCopied()
{
    Panel opened;
    opened.select(host("00:03.1"));
    auto *selection = opened.rows()->selectionModel();
    const auto take = [&](const QModelIndex &index) {
        selection->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    };
    take(opened.field(u"AtomicOp Egress Blocking"_s));
    take(opened.field(u"64-bit AtomicOp Completer Supported"_s));
    take(opened.registerRow(1));
    QTest::keyClick(opened.rows(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines.at(0).startsWith(u"Device Capabilities 2 (+24h"));
    QVERIFY(lines.at(1).startsWith(u"bit 8 64-bit AtomicOp Completer Supported: yes, carries"));
    QVERIFY(lines.at(2).startsWith(u"bit 7 AtomicOp Egress Blocking: no ("));
}

void tst_registerspanel::theGuestsSideIsPredicted()
{
    Panel opened;
    opened.select(NodeRef::guest(u"ich9-pcie-port-1"_s));
    QVERIFY(opened.label(u"registersPlace"_s).contains(u"predicted: no guest was read"));
    QCOMPARE(opened.value(u"32-bit AtomicOp Completer Supported"_s), u"no, blocks"_s);
    opened.select(NodeRef::guest(u"ich9-pcie-port-2"_s));
    QCOMPARE(opened.value(u"32-bit AtomicOp Completer Supported"_s), u"yes, carries"_s);
    opened.select(NodeRef::guest(u"hostpci1"_s, secondGpu));
    QVERIFY(opened.label(u"registersPlace"_s).contains(u"predicted"));
    QVERIFY(opened.label(u"registersHeading"_s).contains(u"7900 XT"));
    QCOMPARE(opened.value(u"AtomicOp Requester Enable"_s), u"yes"_s);
    // The evidence is the card's own, on the host.
    QVERIFY(!opened.rows()->linkRect(opened.registerRow(0)).isEmpty());
}

void tst_registerspanel::whatWasNotReadSaysWhy()
{
    Panel opened;
    opened.open(u"example:no-root"_s);
    QCOMPARE(opened.rows()->model()->rowCount(), 0);
    QVERIFY(opened.label(u"registersNote"_s)
                .contains(u"The capture was not made as root: AtomicOps registers are missing "
                          "(0000:0b:00.0)"));
    QVERIFY(opened.label(u"registersNote"_s)
                .contains(u"Collect again as root: sudo lspci -vvv -nn -xxxx"));
    QVERIFY(opened.label(u"registersPlace"_s).contains(u"type not readable"));
}

void tst_registerspanel::controlClickAsksForASecondCard()
{
    Panel opened;
    TopologyView *view = opened.view();
    const NodeRef first = NodeRef::hostFunction(firstGpu);
    const NodeRef second = NodeRef::hostFunction(secondGpu);
    QVERIFY(opened.label(u"registersPeers"_s).contains(u"Ctrl+click"));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      opened.placeOf(second));
    QCOMPARE(view->selected(), std::optional(first));
    QCOMPARE(view->second(), std::optional(second));
    QVERIFY(view->drawing().box(first)->selected);
    QVERIFY(view->drawing().box(second)->selected);
    QVERIFY(!view->drawing().box(host("0a:00.0"))->selected);
    QVERIFY(opened.label(u"registersPeers"_s).startsWith(u"0b:00.0 and 44:00.0 are below"));
    QVERIFY(opened.label(u"registersPeers"_s).endsWith(u"QEMU's ports route none."));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      opened.placeOf(second));
    QVERIFY(!view->second());
    // The guest's boxes are no cards of the host.
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      opened.placeOf(NodeRef::guest(u"ich9-pcie-port-2"_s)));
    QVERIFY(!view->second());
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      opened.placeOf(second));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, opened.placeOf(second));
    QCOMPARE(view->selected(), std::optional(second));
    QVERIFY(!view->second());
}

void tst_registerspanel::theKeyboardKeepsASecondCard()
{
    Panel opened;
    TopologyView *view = opened.view();
    opened.window.activateWindow();
    view->setFocus();
    QVERIFY(QTest::qWaitFor([&] { return view->hasFocus(); }));
    QTest::keyClick(view, Qt::Key_Space, Qt::ControlModifier);
    QCOMPARE(view->second(), std::optional(NodeRef::hostFunction(firstGpu)));
    QVERIFY(opened.label(u"registersPeers"_s).contains(u"0b:00.0 is kept as second card"));
    QTest::keyClick(view, Qt::Key_Down);
    QVERIFY(view->selected() != view->second());
    QTest::keyClick(view, Qt::Key_Down);
    opened.select(NodeRef::hostFunction(secondGpu));
    QVERIFY(opened.label(u"registersPeers"_s).startsWith(u"44:00.0 and 0b:00.0 are below"));
    opened.select(NodeRef::hostFunction(firstGpu));
    QTest::keyClick(view, Qt::Key_Space, Qt::ControlModifier);
    QVERIFY(!view->second());
    for (const QAction *action : opened.window.findChildren<QAction *>()) {
        if (action->shortcut() == QKeySequence(u"Ctrl+Space"_s))
            QVERIFY(action->statusTip().contains(u"Ctrl+click"));
    }
}

void tst_registerspanel::anotherHostForgetsTheSecondCard()
{
    Panel opened;
    opened.view()->setSecond(NodeRef::hostFunction(secondGpu));
    opened.open(u"example:x570-chipset-slot"_s);
    QVERIFY(!opened.view()->second());
    QVERIFY(!opened.label(u"registersPeers"_s).contains(u"44:00.0"));
}

void tst_registerspanel::everyTextHasItsRoom_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("width");
    for (const bool dark : {false, true}) {
        for (const int width : {280, 392, 900})
            QTest::addRow("%s %d", dark ? "dark" : "light", width) << dark << width;
    }
}

/// A row is as high as what it draws: nothing is painted at its lowest line, and text stands on
/// its own ground in both themes.
void tst_registerspanel::everyTextHasItsRoom()
{
    QFETCH(bool, dark);
    QFETCH(int, width);
    RegistersPanel panel;
    QPalette colors = panel.palette();
    const QColor ground = dark ? Theme::dark().background : Theme::light().background;
    colors.setColor(QPalette::Window, ground);
    colors.setColor(QPalette::Base, ground);
    colors.setColor(QPalette::AlternateBase, ground);
    panel.setPalette(colors);
    panel.resize(width, 1400);
    panel.show();
    const auto machine = handmade::x399();
    Plan plan = handmade::planFor(machine, {u"0000:0b:00,pcie=1"_s});
    panel.explain(plan, evaluate(plan), host("09:00.0"), {});
    QCoreApplication::processEvents();
    for (const QLabel *label : panel.findChildren<QLabel *>()) {
        if (label->isVisible())
            QVERIFY(label->height() >= label->heightForWidth(label->width()));
    }
    const QImage seen = panel.view()->viewport()->grab().toImage();
    const Theme theme = dark ? Theme::dark() : Theme::light();
    const auto inked = [&](const QRect &place) {
        for (int y = place.top(); y <= place.bottom(); ++y) {
            for (int x = place.left(); x <= place.right(); ++x) {
                if (contrastRatio(seen.pixelColor(x, y), theme.background) > 3)
                    return true;
            }
        }
        return false;
    };
    const QAbstractItemModel &model = *panel.view()->model();
    int rows = 0;
    for (QModelIndex at = model.index(0, 0); at.isValid(); at = panel.view()->indexBelow(at)) {
        const QRect row =
            panel.view()->visualRect(at) & seen.rect() & QRect(0, 0, seen.width(), 1390);
        if (row.height() < panel.view()->visualRect(at).height())
            break;
        QVERIFY2(inked(row), qPrintable(at.data().toString()));
        QVERIFY(!inked(QRect(row.left(), row.bottom() - 1, row.width(), 2)));
        QVERIFY(!inked(QRect(seen.width() - 4, row.top(), 4, row.height())));
        ++rows;
    }
    QVERIFY(rows >= 10);
}

void tst_registerspanel::hostileNamesStayPlain()
{
    QList<PciFunction> functions = handmade::x399Functions();
    for (PciFunction &function : functions) {
        function.deviceName = u"<b>x</b><img src=y>"_s + QString(100000, u'W');
        function.name = function.deviceName;
    }
    const Plan plan = handmade::planFor(handmade::host(functions), {u"0000:0b:00.0,pcie=1"_s});
    RegistersPanel panel;
    panel.resize(392, 500);
    panel.show();
    panel.explain(plan, evaluate(plan), host("0b:00.0"), host("44:00.0"));
    QVERIFY(panel.minimumSizeHint().width() < 392);
    const auto *heading = panel.findChild<QLabel *>(u"registersHeading"_s);
    QVERIFY(heading->text().contains(u"<b>x</b>"));
    QVERIFY(heading->text().size() <= 200);
    for (const QLabel *label : panel.findChildren<QLabel *>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

QTEST_MAIN(tst_registerspanel)
#include "tst_registerspanel.moc"
