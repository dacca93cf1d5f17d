// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "openedwindow.h"
#include "topologyaccessible.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTestAccessibility>

using namespace rootward;

namespace {

class OpenedForAll : public Opened {
public:
    OpenedForAll()
    {
        view()->setFocus();
        QVERIFY(QTest::qWaitFor([this] { return view()->hasFocus(); }));
    }

    QAccessibleInterface *tree() const { return QAccessible::queryAccessibleInterface(view()); }
    QAccessibleInterface *boxOf(const NodeRef &ref) const
    {
        return tree()->child(view()->drawing().boxIndex.value(ref, -1));
    }
    void press(const QList<Qt::Key> &keys)
    {
        for (const Qt::Key key : keys)
            QTest::keyClick(view(), key);
    }
};

/// Everything that is drawn of the box, as a reader would expect to hear it.
QStringList factsOf(const Drawing &drawing, const DrawnBox &box)
{
    const Theme theme = Theme::light();
    QStringList facts;
    for (const DrawnChip &chip : box.chips) {
        const QString label = chip.text.text.section(u' ', 0, 0);
        const QString glyph = chip.text.text.section(u' ', 1);
        facts.append(label
                     + (glyph == theme.state(HopState::Carries).glyph      ? u" yes"_s
                            : glyph == theme.state(HopState::Blocks).glyph ? u" no"_s
                                                                           : u" unknown"_s));
    }
    for (const DrawnText &text : box.texts) {
        // What is cut in the middle is said in full.
        for (const QString &part : text.text.split(u'…', Qt::SkipEmptyParts))
            facts += part.split(u" · "_s, Qt::SkipEmptyParts);
    }
    if (!box.badge.isNull())
        facts.append(hopStateText(box.state));
    const auto hop = std::ranges::find(drawing.hops, box.ref, &DrawnHop::child);
    if (hop != drawing.hops.end())
        facts.append(u"edge up: "_s + hopStateText(hop->state));
    if (box.firstBlocking)
        facts.append(u"the first that blocks"_s);
    return facts;
}

constexpr Qt::Key arrows[] = {Qt::Key_Right, Qt::Key_Down, Qt::Key_Up, Qt::Key_Left};

} // namespace

class tst_accessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        keepSettingsApart();
        QAccessible::setActive(true);
    }
    void theTreeHasAnItemForEachBox();
    void everyBoxIsReachedByKeysAlone();
    void everyFactIsInTheNames();
    void statesAreTold();
    void actionsSelectAndFold();
    void itemsAreFoundByTheirPlace();
    void aStepMovesTheFocus();
    void itemsOfAnotherHostAreGone();
    void everyControlHasAName();
    void theKeyboardIsSeen();
};

void tst_accessibility::theTreeHasAnItemForEachBox()
{
    OpenedForAll opened;
    QAccessibleInterface *tree = opened.tree();
    QVERIFY(tree);
    QCOMPARE(tree->role(), QAccessible::Tree);
    const QList<DrawnBox> &boxes = opened.view()->drawing().boxes;
    QCOMPARE(tree->childCount(), boxes.size());
    for (int i = 0; i < boxes.size(); ++i) {
        QAccessibleInterface *item = tree->child(i);
        QVERIFY(item && item->isValid());
        QCOMPARE(item->role(), QAccessible::TreeItem);
        QCOMPARE(item->parent(), tree);
        QCOMPARE(tree->indexOfChild(item), i);
        QCOMPARE(tree->child(i), item); // the same one when asked again
        QCOMPARE(item->attributesInterface()->attributeValue(QAccessible::Attribute::Level).toInt(),
                 opened.view()->drawing().pathToRoot(boxes.at(i).ref).size());
    }
    QVERIFY(!tree->child(-1));
    QVERIFY(!tree->child(tree->childCount()));
}

/// From the first box on by arrows: what is found is gone on from, along the keys that led there.
void tst_accessibility::everyBoxIsReachedByKeysAlone()
{
    OpenedForAll opened;
    QTest::keyClick(opened.view(), Qt::Key_Home);
    QHash<NodeRef, QList<Qt::Key>> ways {{opened.view()->selected().value(), {}}};
    QList<NodeRef> waiting = ways.keys();
    while (!waiting.isEmpty()) {
        const NodeRef from = waiting.takeFirst();
        for (const Qt::Key arrow : arrows) {
            QTest::keyClick(opened.view(), Qt::Key_Home);
            opened.press(ways.value(from));
            QCOMPARE(opened.view()->selected(), std::optional(from));
            QTest::keyClick(opened.view(), arrow);
            const NodeRef to = opened.view()->selected().value();
            if (ways.contains(to))
                continue;
            ways.insert(to, ways.value(from) + QList<Qt::Key> {arrow});
            waiting.append(to);
            QAccessibleInterface *focus = opened.tree()->focusChild();
            QVERIFY(focus);
            QCOMPARE(focus->text(QAccessible::Name),
                     nameInWords(*opened.view()->drawing().box(to)));
        }
    }
    for (const DrawnBox &box : opened.view()->drawing().boxes)
        QVERIFY2(ways.contains(box.ref), qPrintable(box.ref.toString()));
    QTest::keyClick(opened.view(), Qt::Key_End);
    QCOMPARE(opened.view()->selected(),
             std::optional(opened.view()->drawing().boxes.constLast().ref));
}

void tst_accessibility::everyFactIsInTheNames()
{
    OpenedForAll opened;
    for (const QString &example : {u"x399-two-rx7900xt"_s, u"x570-chipset-slot"_s, u"no-root"_s}) {
        opened.open(u"example:"_s + example);
        const Drawing &drawing = opened.view()->drawing();
        for (const DrawnBox &box : drawing.boxes) {
            QAccessibleInterface *item = opened.boxOf(box.ref);
            const QString heard =
                item->text(QAccessible::Name) + u'\n' + item->text(QAccessible::Description);
            for (const QString &fact : factsOf(drawing, box))
                QVERIFY2(heard.contains(fact.trimmed()), qPrintable(fact + u" | "_s + heard));
            QVERIFY(heard.startsWith(box.ref.isHost() ? "Host: "_L1 : "Guest: "_L1));
        }
    }
}

void tst_accessibility::statesAreTold()
{
    OpenedForAll opened;
    const NodeRef gpu = NodeRef::hostFunction(firstGpu);
    opened.view()->select(gpu);
    QVERIFY(opened.boxOf(gpu)->state().selected);
    QVERIFY(opened.boxOf(gpu)->state().focused);
    QVERIFY(!opened.boxOf(gpu)->state().offscreen);
    QVERIFY(!opened.boxOf(NodeRef::hostFunction(secondGpu))->state().selected);
    const auto fold = std::ranges::find_if(opened.view()->drawing().boxes, &DrawnBox::isFold);
    QAccessibleInterface *folded = opened.boxOf(fold->ref);
    QVERIFY(folded->state().expandable && folded->state().collapsed);
    const QRect place = opened.boxOf(gpu)->rect();
    QVERIFY(opened.tree()->rect().contains(place));
    opened.view()->zoomToActualSize();
    opened.view()->zoomIn();
    opened.view()->zoomIn();
    opened.view()->lookAt(QPointF(0, 0));
    QVERIFY(opened.boxOf(NodeRef::hostFunction(secondGpu))->state().offscreen);
    opened.part<PlanPanel>()->card(0)->setFocus();
    QVERIFY(!opened.boxOf(gpu)->state().focused);
    QVERIFY(!opened.tree()->focusChild());
}

void tst_accessibility::actionsSelectAndFold()
{
    OpenedForAll opened;
    const NodeRef gpu = NodeRef::hostFunction(secondGpu);
    QAccessibleActionInterface *action = opened.boxOf(gpu)->actionInterface();
    QVERIFY(action->actionNames().contains(QAccessibleActionInterface::pressAction()));
    action->doAction(QAccessibleActionInterface::pressAction());
    QCOMPARE(opened.view()->selected(), std::optional(gpu));
    QCOMPARE(opened.window.currentEntry(), std::optional(1));
    const auto fold = std::ranges::find_if(opened.view()->drawing().boxes, [](const DrawnBox &box) {
        return box.isFold && box.ref.isHost();
    });
    const NodeRef ref = fold->ref;
    const qsizetype before = opened.view()->drawing().boxes.size();
    opened.boxOf(ref)->actionInterface()->doAction(QAccessibleActionInterface::toggleAction());
    opened.waitForLayout();
    QVERIFY(opened.view()->drawing().boxes.size() > before);
    action->doAction(u"nothing of that name"_s);
}

void tst_accessibility::itemsAreFoundByTheirPlace()
{
    OpenedForAll opened;
    for (const DrawnBox &box : opened.view()->drawing().boxes) {
        QAccessibleInterface *item = opened.boxOf(box.ref);
        const QPoint middle = item->rect().center();
        QCOMPARE(opened.tree()->childAt(middle.x(), middle.y()), item);
    }
    QVERIFY(!opened.tree()->childAt(-5000, -5000));
}

void tst_accessibility::aStepMovesTheFocus()
{
    QTestAccessibility::initialize();
    {
        OpenedForAll opened;
        opened.view()->select(NodeRef::hostFunction(firstGpu));
        QTestAccessibility::clearEvents();
        QTest::keyClick(opened.view(), Qt::Key_Left);
        QAccessibleEvent expected(opened.view(), QAccessible::Focus);
        expected.setChild(opened.view()->drawing().boxIndex.value(*opened.view()->selected()));
        QVERIFY(QTestAccessibility::containsEvent(&expected));
    }
    QTestAccessibility::cleanup();
}

void tst_accessibility::itemsOfAnotherHostAreGone()
{
    OpenedForAll opened;
    QAccessibleInterface *item = opened.boxOf(NodeRef::hostFunction(secondGpu));
    const QAccessible::Id id = QAccessible::uniqueId(item);
    opened.open(u"example:x570-chipset-slot"_s);
    QVERIFY(!QAccessible::accessibleInterface(id));
    QCOMPARE(opened.tree()->childCount(), opened.view()->drawing().boxes.size());
}

void tst_accessibility::everyControlHasAName()
{
    OpenedForAll opened;
    opened.trigger(u"Find…"_s);
    int controls = 0;
    for (QWidget *widget : opened.window.findChildren<QWidget *>()) {
        const bool isControl = widget->isVisible()
            && (qobject_cast<QAbstractButton *>(widget) || qobject_cast<QComboBox *>(widget)
                || qobject_cast<QLineEdit *>(widget) || qobject_cast<QAbstractItemView *>(widget));
        // Qt's own parts of a control: headers, the field of a combo box, the clear button of a
        // line edit, the buttons of dock titles.
        const bool isPart = qobject_cast<QHeaderView *>(widget)
            || qobject_cast<QComboBox *>(widget->parent())
            || qobject_cast<QLineEdit *>(widget->parent())
            || widget->objectName().startsWith("qt_"_L1);
        if (!isControl || isPart)
            continue;
        ++controls;
        QAccessibleInterface *control = QAccessible::queryAccessibleInterface(widget);
        QVERIFY2(control && !control->text(QAccessible::Name).trimmed().isEmpty(),
                 qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' '
                            + widget->objectName() + u" in "_s
                            + QString::fromLatin1(widget->parent()->metaObject()->className())));
    }
    QVERIFY(controls > 20);
}

void tst_accessibility::theKeyboardIsSeen()
{
    OpenedForAll opened;
    opened.view()->select(NodeRef::hostFunction(firstGpu));
    const QImage with = opened.view()->grab().toImage();
    opened.part<PlanPanel>()->card(0)->findChild<QCheckBox *>()->setFocus();
    QVERIFY(!opened.view()->hasFocus());
    QVERIFY(opened.view()->grab().toImage() != with);
}

QTEST_MAIN(tst_accessibility)
#include "tst_accessibility.moc"
