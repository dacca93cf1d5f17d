// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "registerspanel.h"

#include "devicewords.h"
#include "printable.h"
#include "registerdelegate.h"
#include "registerlines.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

RegistersView::RegistersView(QWidget *parent)
    : QTreeView(parent), m_model(new RegistersModel(this)), m_delegate(new RegisterDelegate(this))
{
    setModel(m_model);
    setItemDelegate(m_delegate);
    setAccessibleName(tr("Registers"));
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setItemsExpandable(false);
    setIndentation(0);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(ExtendedSelection);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTabKeyNavigation(false);
}

void RegistersView::setRegisters(const QList<FunctionRegister> &registers, bool linked)
{
    m_delegate->setLinked(linked);
    m_model->setRegisters(registers);
    // One column draws the whole row; the others are there for copying and for reading aloud.
    for (int row = 0; row < m_model->rowCount(); ++row) {
        setFirstColumnSpanned(row, {}, true);
        const QModelIndex parent = m_model->index(row, 0);
        for (int field = 0; field < m_model->rowCount(parent); ++field)
            setFirstColumnSpanned(field, parent, true);
    }
    expandAll();
    scheduleDelayedItemsLayout();
}

QRect RegistersView::linkRect(const QModelIndex &index) const
{
    const QModelIndex first = index.siblingAtColumn(0);
    return first.isValid() ? m_delegate->linkRect(this, visualRect(first), first) : QRect();
}

QString RegistersView::selectedText() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    const auto place = [](const QModelIndex &index) {
        const QModelIndex above = index.parent();
        return above.isValid() ? std::pair(above.row(), index.row()) : std::pair(index.row(), -1);
    };
    std::ranges::sort(rows, {}, place);
    QStringList lines;
    for (const QModelIndex &row : std::as_const(rows))
        lines += m_model->rowText(row);
    return lines.join(u'\n');
}

void RegistersView::copy() const
{
    if (const QString text = selectedText(); !text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

void RegistersView::requestCapture(const QModelIndex &index)
{
    const FunctionRegister *shown = m_model->registerAt(index);
    if (shown != nullptr && m_delegate->isLinked())
        Q_EMIT captureRequested(*shown);
}

void RegistersView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        event->accept();
    } else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        requestCapture(currentIndex());
        event->accept();
    } else {
        QTreeView::keyPressEvent(event);
    }
}

void RegistersView::mouseReleaseEvent(QMouseEvent *event)
{
    QTreeView::mouseReleaseEvent(event);
    const QPoint place = event->position().toPoint();
    const QModelIndex index = indexAt(place);
    if (event->button() == Qt::LeftButton && linkRect(index).contains(place))
        requestCapture(index);
}

void RegistersView::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex index = currentIndex();
    QMenu menu(this);
    QAction *copying = menu.addAction(tr("&Copy"), this, &RegistersView::copy);
    copying->setShortcut(QKeySequence::Copy);
    copying->setEnabled(selectionModel()->hasSelection());
    QAction *capture =
        menu.addAction(tr("&Show in capture"), this, [this, index] { requestCapture(index); });
    capture->setShortcut(QKeySequence(Qt::Key_Return));
    capture->setEnabled(index.isValid() && m_delegate->isLinked());
    menu.exec(event->globalPos());
}

void RegistersView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    // Rows wrap, so their heights follow the width.
    scheduleDelayedItemsLayout();
}

namespace {

QLabel *makeLabel(const QString &name)
{
    auto *label = new QLabel;
    label->setObjectName(name);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    // A name without blanks must not hold the panel open.
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label->setContentsMargins(10, 2, 10, 2);
    return label;
}

/// The table's sentences are fragments in lower case.
QString capital(QString text)
{
    if (!text.isEmpty())
        text[0] = text.at(0).toUpper();
    return text;
}

int hostIndexOf(const Plan &plan, const std::optional<NodeRef> &node)
{
    const bool isFunction =
        node && node->kind == NodeRef::Kind::HostFunction && node->address && plan.host;
    return isFunction ? plan.host->indexOf(*node->address) : -1;
}

int guestIndexOf(const PlanOutcome &outcome, const std::optional<NodeRef> &node)
{
    if (!node || node->kind != NodeRef::Kind::GuestFunction)
        return -1;
    const auto found = std::ranges::find(outcome.guestTree, node->guestId, &GuestNode::id);
    return found == outcome.guestTree.end() ? -1
                                            : static_cast<int>(found - outcome.guestTree.begin());
}

/// Wrapped where the picture would shorten it.
QString fullName(const PciFunction &function)
{
    const QString name = printable(shortName(function));
    return name.isEmpty() ? deviceTitle(function) : name;
}

QString joined(QStringList words)
{
    words.removeAll(QString());
    return words.join(u" · "_s);
}

} // namespace

struct RegistersPanel::Shown {
    QString name;
    QString place;
    FunctionRegisters registers;
    SourceLines lines;
};

RegistersPanel::RegistersPanel(QWidget *parent)
    : QWidget(parent), m_heading(makeLabel(u"registersHeading"_s)),
      m_place(makeLabel(u"registersPlace"_s)), m_note(makeLabel(u"registersNote"_s)),
      m_view(new RegistersView), m_peers(makeLabel(u"registersPeers"_s))
{
    QFont bold = m_heading->font();
    bold.setBold(true);
    m_heading->setFont(bold);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 2);
    layout->setSpacing(0);
    for (QWidget *widget : {static_cast<QWidget *>(m_heading), static_cast<QWidget *>(m_place),
                            static_cast<QWidget *>(m_note)})
        layout->addWidget(widget);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_peers);
    m_peers->setContentsMargins(10, 5, 10, 3);
    connect(m_view, &RegistersView::captureRequested, this, &RegistersPanel::showLines);
    explain({}, {}, {}, {});
}

void RegistersPanel::setSources(const QList<CaptureSource> &sources)
{
    m_sources = sources;
}

void RegistersPanel::explain(const Plan &plan, const PlanOutcome &outcome,
                             const std::optional<NodeRef> &node,
                             const std::optional<NodeRef> &second)
{
    Shown shown;
    const int guest = guestIndexOf(outcome, node);
    int host = hostIndexOf(plan, node);
    if (guest >= 0) {
        const GuestNode &box = outcome.guestTree.at(guest);
        shown.registers = guestRegisters(plan, outcome, guest);
        const auto function = guestFunctionOf(outcome, guest);
        if (box.host && plan.host)
            host = plan.host->indexOf(*box.host);
        shown.name = host >= 0 ? fullName(plan.host->at(host)) : printable(box.model);
        shown.place =
            joined({printable(box.id),
                    function ? tr("likely %1").arg(function->address.toShortString()) : QString(),
                    function ? portTypeName(function->portType) : QString(),
                    tr("predicted: no guest was read")});
    } else if (host >= 0) {
        const PciFunction &function = plan.host->at(host);
        shown.registers = hostRegisters(function);
        shown.name = fullName(function);
        shown.place =
            joined({function.address.toString(),
                    function.portType == PortType::Unknown ? tr("type not readable")
                                                           : portTypeName(function.portType)});
    } else {
        shown.name = tr("Select a box to see its registers.");
    }
    if (host >= 0)
        shown.lines = plan.host->at(host).lines;
    present(shown);
    showPeers(plan, node, second);
}

void RegistersPanel::present(const Shown &shown)
{
    m_lines = shown.lines;
    m_heading->setText(shown.name);
    m_place->setText(shown.place);
    m_place->setVisible(!shown.place.isEmpty());
    QStringList note {capital(shown.registers.note), capital(shown.registers.remedy)};
    note.removeAll(QString());
    m_note->setText(note.join(u'\n'));
    m_note->setVisible(!note.isEmpty());
    m_view->setRegisters(shown.registers.registers, m_lines.first > 0);
}

void RegistersPanel::showPeers(const Plan &plan, const std::optional<NodeRef> &node,
                               const std::optional<NodeRef> &second)
{
    const int one = hostIndexOf(plan, node);
    const int other = hostIndexOf(plan, second);
    if (one < 0 || (other >= 0 && one == other) || !hasPathToRoot(plan.host->at(one))) {
        m_peers->setText(other >= 0 ? tr("%1 is kept as second card: select another one.")
                                          .arg(second->address->toShortString())
                                    : QString());
    } else if (other < 0) {
        m_peers->setText(
            tr("Ctrl+click a second card (or Ctrl+Space here, then select it): do AtomicOps "
               "get from one to the other?"));
    } else {
        m_peers->setText(peerAtomics(*plan.host, one, other).sentence + u'.');
    }
    m_peers->setVisible(!m_peers->text().isEmpty());
}

void RegistersPanel::showLines(const FunctionRegister &shown)
{
    SourceLines lines = m_lines;
    if (lines.source >= 0 && lines.source < m_sources.size())
        lines = registerLines(m_sources.at(lines.source).bytes, lines, shown);
    if (lines.first > 0)
        Q_EMIT linesActivated(lines);
}

} // namespace rootward
