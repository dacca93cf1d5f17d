// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "layoutmotion.h"

namespace rootward {

namespace {

constexpr int duration = 180; ///< in milliseconds
constexpr qsizetype mostBoxes = 400; ///< more would not move smoothly

QRectF between(const QRectF &from, const QRectF &to, double part)
{
    return {from.topLeft() + (to.topLeft() - from.topLeft()) * part,
            from.size() + (to.size() - from.size()) * part};
}

} // namespace

LayoutMotion::LayoutMotion(QObject *parent) : QObject(parent)
{
    m_animation.setStartValue(0.0);
    m_animation.setEndValue(1.0);
    m_animation.setDuration(duration);
    m_animation.setEasingCurve(QEasingCurve::InOutCubic);
    connect(&m_animation, &QVariantAnimation::valueChanged, this,
            [this](const QVariant &part) { moveTo(part.toDouble()); });
    connect(&m_animation, &QAbstractAnimation::finished, this, &LayoutMotion::finish);
}

void LayoutMotion::start(const LayoutResult &from, const LayoutResult &to)
{
    stop();
    m_from = from;
    m_to = to;
    if (!m_enabled || from.places.isEmpty() || from == to || to.places.size() > mostBoxes)
        finish();
    else
        m_animation.start();
}

void LayoutMotion::stop()
{
    m_animation.stop();
}

void LayoutMotion::moveTo(double part)
{
    if (!isRunning())
        return;
    LayoutResult layout = m_to;
    for (auto place = layout.places.begin(); place != layout.places.end(); ++place) {
        if (const auto before = m_from.places.constFind(place.key());
            before != m_from.places.cend())
            *place = between(*before, *place, part);
    }
    Q_EMIT moved(layout);
}

void LayoutMotion::finish()
{
    Q_EMIT moved(m_to);
    Q_EMIT arrived();
}

} // namespace rootward
