// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "widthchips.h"

#include "outcomedelegate.h"
#include "verdictstate.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int gap = 6;

QString widthNumber(Width width)
{
    return width == Width::W32 ? u"32"_s : width == Width::W64 ? u"64"_s : u"128"_s;
}

} // namespace

WidthChips::WidthChips(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAnswers({}, {});
}

void WidthChips::setAnswers(const std::optional<PerWidth<Answer>> &answers,
                            const QList<Width> &asked)
{
    m_answers = answers;
    m_asked = asked;
    QStringList words;
    for (const Width width : allWidths) {
        const QString word = !answers          ? tr("no root port")
            : (*answers)[width] == Answer::Yes ? tr("yes")
            : (*answers)[width] == Answer::No  ? tr("no")
                                               : tr("unknown");
        words += tr("%1 bit: %2").arg(widthNumber(width), word);
    }
    setAccessibleName(tr("Guest root port, %1").arg(words.join(u", "_s)));
    setToolTip(words.join(u'\n'));
    update();
}

QString WidthChips::chipText(Width width) const
{
    const StateStyle style = Theme::fromPalette(palette()).state(hopState(m_answers, width));
    return widthNumber(width) + u' ' + style.glyph;
}

QString WidthChips::text() const
{
    return QStringList {chipText(Width::W32), chipText(Width::W64), chipText(Width::W128)}.join(
        u"  "_s);
}

QSize WidthChips::sizeHint() const
{
    const int chip = fontMetrics().horizontalAdvance(u"128 ✕"_s) + fontMetrics().height();
    return {3 * chip + 2 * gap, fontMetrics().height() + 6};
}

void WidthChips::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont bold = font();
    bold.setBold(true);
    painter.setFont(bold);
    const Theme theme = Theme::fromPalette(palette());
    const qreal chip = (width() - 2.0 * gap) / 3;
    qreal x = 0;
    for (const Width width : allWidths) {
        const HopState state =
            m_asked.contains(width) ? hopState(m_answers, width) : HopState::NotAsked;
        paintPill(&painter, {x, 0, chip, qreal(height())}, theme.state(state), chipText(width));
        x += chip + gap;
    }
}

} // namespace rootward
