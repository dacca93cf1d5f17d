// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "startpage.h"

#include "examples.h"
#include "theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QIcon>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int columnWidth = 760;
constexpr int iconSize = 72;
constexpr qreal titleScale = 2.4;

/// A wide button with a bold title and a sentence below it.
class CardButton : public QAbstractButton {
public:
    CardButton(const QString &title, const QString &description) : m_description(description)
    {
        setText(title);
        setAccessibleDescription(description);
        setFocusPolicy(Qt::StrongFocus);
        setCursor(Qt::PointingHandCursor);
        QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }

    QSize sizeHint() const override { return {columnWidth, heightForWidth(columnWidth)}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        const QFontMetrics metrics(font());
        const QRect room(0, 0, width - 2 * padding, 1000);
        return metrics.height() + gap + 2 * padding
            + metrics.boundingRect(room, Qt::TextWordWrap, m_description).height();
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool active = hasFocus() || underMouse();
        const QColor accent = palette().color(QPalette::Highlight);
        QColor fill = isDown() ? accent : palette().color(QPalette::Base);
        if (isDown())
            fill.setAlphaF(0.2F);
        painter.setPen(
            QPen(active ? accent : Theme::fromPalette(palette()).boxBorder, active ? 2 : 1));
        painter.setBrush(fill);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 7, 7);

        QRect room = rect().adjusted(padding, padding, -padding, -padding);
        QFont bold = font();
        bold.setBold(true);
        painter.setFont(bold);
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(room, Qt::AlignTop | Qt::AlignLeft, text());
        room.setTop(room.top() + fontMetrics().height() + gap);
        painter.setFont(font());
        QColor faint = palette().color(QPalette::Text);
        faint.setAlphaF(0.75F);
        painter.setPen(faint);
        painter.drawText(room, Qt::TextWordWrap | Qt::AlignTop | Qt::AlignLeft, m_description);
    }
    void enterEvent(QEnterEvent *) override { update(); }
    void leaveEvent(QEvent *) override { update(); }

private:
    static constexpr int padding = 12;
    static constexpr int gap = 3;
    QString m_description;
};

QLabel *label(const QString &text)
{
    auto *made = new QLabel(text);
    made->setTextFormat(Qt::PlainText);
    made->setWordWrap(true);
    return made;
}

} // namespace

StartPage::StartPage(QWidget *parent) : QWidget(parent)
{
    auto *title = label(u"Rootward"_s);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * titleScale);
    large.setBold(true);
    title->setFont(large);
    auto *purpose = label(tr("See where AtomicOps get through, from the host's root port to the "
                             "guest's, and which hostpci line lets them."));
    auto *how =
        label(tr("Open, paste or drop the output of “lspci -vvv” of the host, taken as root; "
                 "“lspci -vvv -nn -xxxx” tells the most."));

    auto *open = new QPushButton(tr("Open capture…"));
    auto *paste = new QPushButton(tr("Paste capture"));
    open->setDefault(true);
    connect(open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(paste, &QPushButton::clicked, this, &StartPage::pasteRequested);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {open, paste}) {
        button->setMinimumSize(150, 36);
        buttons->addWidget(button);
    }
    buttons->addStretch();

    auto *column = new QWidget;
    column->setMaximumWidth(columnWidth);
    auto *content = new QVBoxLayout(column);
    content->setSpacing(10);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(16);
    auto *icon = new QLabel;
    icon->setPixmap(QIcon(u":/rootward/icons/rootward.svg"_s).pixmap(iconSize));
    heading->addWidget(icon);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(title);
    words->addWidget(purpose);
    heading->addLayout(words, 1);
    content->addLayout(heading);
    content->addSpacing(14);
    content->addWidget(how);
    content->addLayout(buttons);
    content->addSpacing(22);
    content->addWidget(makeExamples());

    auto *row = new QHBoxLayout;
    row->addStretch(1);
    row->addWidget(column, 100);
    row->addStretch(1);
    auto *page = new QVBoxLayout(this);
    page->addStretch(2);
    page->addLayout(row);
    page->addStretch(3);
}

QWidget *StartPage::makeExamples()
{
    auto *box = new QWidget;
    auto *list = new QVBoxLayout(box);
    list->setContentsMargins(0, 0, 0, 0);
    list->setSpacing(10);
    list->addWidget(label(tr("Or look at an example")));
    for (const Example &example : exampleTable()) {
        const QString name = QString::fromUtf8(example.name);
        auto *button = new CardButton(QCoreApplication::translate("rootward", example.title),
                                      QCoreApplication::translate("rootward", example.description));
        button->setObjectName(u"example-"_s + name);
        connect(button, &QAbstractButton::clicked, this,
                [this, name] { Q_EMIT exampleRequested(name); });
        list->addWidget(button);
    }
    return box;
}

} // namespace rootward
