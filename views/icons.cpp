// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "icons.h"

#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QSvgRenderer>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr std::array pixelSizes {16, 20, 24, 32, 48};

void addPixmaps(QIcon *icon, const QByteArray &svg, const QColor &color, QIcon::Mode mode)
{
    QByteArray colored = svg;
    colored.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(colored);
    for (const int size : pixelSizes) {
        QPixmap pixmap(size, size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon->addPixmap(pixmap, mode);
    }
}

} // namespace

QIcon lineIcon(QLatin1StringView name, const QPalette &palette)
{
    QFile file(u":/rootward/icons/%1.svg"_s.arg(name));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    addPixmaps(&icon, svg, palette.color(QPalette::Active, QPalette::ButtonText), QIcon::Normal);
    addPixmaps(&icon, svg, palette.color(QPalette::Disabled, QPalette::ButtonText),
               QIcon::Disabled);
    return icon;
}

} // namespace rootward
