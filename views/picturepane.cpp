// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturepane.h"

#include "birdseye.h"
#include "findbar.h"

#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int shownLines = 2;
constexpr int margin = 4;

} // namespace

PicturePane::PicturePane(TopologyView *view)
    : m_view(view), m_find(new FindBar), m_birdsEye(new BirdsEye(view)), m_full(new QPlainTextEdit)
{
    m_full->setObjectName(u"saidInFull"_s);
    m_full->setAccessibleName(tr("What the box says"));
    m_full->setReadOnly(true);
    m_full->setFrameShape(QFrame::NoFrame);
    m_full->viewport()->setAutoFillBackground(false);
    m_full->document()->setDocumentMargin(margin);
    // Of one height, so that the picture does not move with what is said.
    m_full->setFixedHeight(shownLines * m_full->fontMetrics().lineSpacing() + 3 * margin);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addWidget(m_find);
    layout->addWidget(view, 1);
    layout->addWidget(m_full);
    connect(view, &TopologyView::drawingChanged, this, &PicturePane::drawingChanged);
    connect(view, &TopologyView::visiblePartChanged, m_birdsEye, &BirdsEye::follow);
    connect(view, &TopologyView::hovered, this, [this](const std::optional<NodeRef> &ref) {
        m_hovered = ref;
        sayInFull();
    });
    connect(m_find, &FindBar::highlightChanged, view, &TopologyView::setHighlight);
    connect(m_find, &FindBar::goTo, view, &TopologyView::goTo);
    connect(m_find, &FindBar::closed, view, qOverload<>(&QWidget::setFocus));
    drawingChanged();
}

QString PicturePane::saidInFull() const
{
    return m_full->toPlainText();
}

void PicturePane::drawingChanged()
{
    m_birdsEye->refresh();
    const Drawing &drawing = m_view->drawing();
    m_find->setFolded(std::ranges::count_if(
        m_find->found(), [&](const NodeRef &ref) { return drawing.box(ref) == nullptr; }));
    sayInFull();
}

void PicturePane::sayInFull()
{
    const std::optional<NodeRef> ref = m_hovered ? m_hovered : m_view->selected();
    const DrawnBox *box = ref ? m_view->drawing().box(*ref) : nullptr;
    m_full->setPlainText(box == nullptr ? QString() : box->accessibleText);
}

} // namespace rootward
