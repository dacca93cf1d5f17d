// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "topologyaccessible.h"

#include "topologyview.h"

#include <QAccessible>
#include <QAccessibleWidget>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

class AccessibleBox;

/// The view: its children are the boxes in the drawing's order.
class AccessibleTopology : public QAccessibleWidget {
public:
    explicit AccessibleTopology(TopologyView *view)
        : QAccessibleWidget(view, QAccessible::Tree, view->accessibleName()), m_view(view)
    {
        m_connection = QObject::connect(view, &TopologyView::drawingChanged, view,
                                        [this] { forgetMissing(); });
    }
    ~AccessibleTopology() override
    {
        QObject::disconnect(m_connection);
        for (const QAccessible::Id id : std::as_const(m_ids))
            QAccessible::deleteAccessibleInterface(id);
    }
    Q_DISABLE_COPY_MOVE(AccessibleTopology)

    int childCount() const override { return int(m_view->drawing().boxes.size()); }
    QAccessibleInterface *child(int index) const override;
    int indexOfChild(const QAccessibleInterface *child) const override;
    QAccessibleInterface *childAt(int x, int y) const override
    {
        const auto ref = m_view->boxAt(m_view->viewport()->mapFromGlobal(QPoint(x, y)));
        return ref ? child(m_view->drawing().boxIndex.value(*ref, -1)) : nullptr;
    }
    QAccessibleInterface *focusChild() const override
    {
        const auto ref = m_view->selected();
        return ref && m_view->hasFocus() ? child(m_view->drawing().boxIndex.value(*ref, -1))
                                         : nullptr;
    }

private:
    /// Boxes that are drawn no longer are nothing that could be asked.
    void forgetMissing()
    {
        m_ids.removeIf([this](const auto &known) {
            const bool missing = m_view->drawing().box(known.key()) == nullptr;
            if (missing)
                QAccessible::deleteAccessibleInterface(known.value());
            return missing;
        });
    }

    TopologyView *m_view;
    QMetaObject::Connection m_connection;
    mutable QHash<NodeRef, QAccessible::Id> m_ids;
};

/// One box. It knows its name only, and asks the view for what is drawn now.
class AccessibleBox : public QAccessibleInterface,
                      public QAccessibleActionInterface,
                      public QAccessibleAttributesInterface {
public:
    AccessibleBox(TopologyView *view, NodeRef ref) : m_view(view), m_ref(std::move(ref)) { }

    const NodeRef &ref() const { return m_ref; }

    bool isValid() const override { return m_view->drawing().box(m_ref) != nullptr; }
    QObject *object() const override { return nullptr; }
    QAccessibleInterface *parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface *child(int) const override { return nullptr; }
    QAccessibleInterface *childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface *) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::TreeItem; }

    QString text(QAccessible::Text kind) const override
    {
        const DrawnBox *box = m_view->drawing().box(m_ref);
        if (box == nullptr)
            return {};
        switch (kind) {
        case QAccessible::Name:
            return nameInWords(*box);
        case QAccessible::Description:
            return placeInWords(m_view->drawing(), *box);
        default:
            return {};
        }
    }
    void setText(QAccessible::Text, const QString &) override { }

    QRect rect() const override
    {
        const DrawnBox *box = m_view->drawing().box(m_ref);
        if (box == nullptr)
            return {};
        const QRect place = m_view->mapFromScene(box->rect).boundingRect();
        return QRect(m_view->viewport()->mapToGlobal(place.topLeft()), place.size());
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        const DrawnBox *box = m_view->drawing().box(m_ref);
        if (box == nullptr) {
            state.invalid = true;
            return state;
        }
        state.focusable = true;
        state.selectable = true;
        state.selected = m_view->selected() == m_ref;
        state.focused = state.selected && m_view->hasFocus();
        state.active = state.focused;
        state.expandable = box->isFold || box->canFold || m_view->hasFold(m_ref);
        state.collapsed = box->isFold;
        state.expanded = state.expandable && !box->isFold;
        state.offscreen = !m_view->visiblePart().intersects(box->rect);
        state.invisible = !m_view->isVisible();
        return state;
    }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ActionInterface)
            return static_cast<QAccessibleActionInterface *>(this);
        if (type == QAccessible::AttributesInterface)
            return static_cast<QAccessibleAttributesInterface *>(this);
        return nullptr;
    }

    // ---- what can be done with it

    QStringList actionNames() const override
    {
        QStringList names {pressAction(), setFocusAction()};
        const DrawnBox *box = m_view->drawing().box(m_ref);
        if (box && (box->isFold || box->canFold || m_view->hasFold(m_ref)))
            names.append(toggleAction());
        return names;
    }
    void doAction(const QString &name) override
    {
        if (name == toggleAction()) {
            m_view->toggleFold(m_ref);
        } else if (name == pressAction() || name == setFocusAction()) {
            m_view->setFocus();
            m_view->select(m_ref);
        }
    }
    QStringList keyBindingsForAction(const QString &name) const override
    {
        return name == toggleAction() ? QStringList {u"Return"_s} : QStringList();
    }

    // ---- where it is in the tree

    QList<QAccessible::Attribute> attributeKeys() const override
    {
        return {QAccessible::Attribute::Level};
    }
    QVariant attributeValue(QAccessible::Attribute key) const override
    {
        return key == QAccessible::Attribute::Level
            ? QVariant(int(m_view->drawing().pathToRoot(m_ref).size()))
            : QVariant();
    }

private:
    TopologyView *m_view;
    NodeRef m_ref;
};

QAccessibleInterface *AccessibleTopology::child(int index) const
{
    if (index < 0 || index >= childCount())
        return nullptr;
    const NodeRef &ref = m_view->drawing().boxes.at(index).ref;
    const auto known = m_ids.constFind(ref);
    if (known != m_ids.cend())
        return QAccessible::accessibleInterface(*known);
    auto *box = new AccessibleBox(m_view, ref);
    m_ids.insert(ref, QAccessible::registerAccessibleInterface(box));
    return box;
}

int AccessibleTopology::indexOfChild(const QAccessibleInterface *child) const
{
    const auto *box = dynamic_cast<const AccessibleBox *>(child);
    return box == nullptr ? -1 : m_view->drawing().boxIndex.value(box->ref(), -1);
}

QAccessibleInterface *makeInterface(const QString &, QObject *object)
{
    auto *view = qobject_cast<TopologyView *>(object);
    return view == nullptr ? nullptr : new AccessibleTopology(view);
}

} // namespace

void installTopologyAccessible()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed)
}

void announceFocus(TopologyView *view, const std::optional<NodeRef> &ref)
{
    if (!ref || !view->hasFocus())
        return;
    QAccessibleEvent event(view, QAccessible::Focus);
    event.setChild(view->drawing().boxIndex.value(*ref, -1));
    if (event.child() >= 0)
        QAccessible::updateAccessibility(&event);
}

} // namespace rootward
