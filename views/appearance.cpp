// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "appearance.h"

#include "theme.h"

#include <QApplication>
#include <QPalette>
#include <QStyleHints>
#include <QtTranslation>

#include <algorithm>

namespace rootward {

namespace {

constexpr AppearanceRow rows[] = {
    {Appearance::System, "system", QT_TRANSLATE_NOOP("rootward", "As the &system"), "Ctrl+Alt+S"},
    {Appearance::Light, "light", QT_TRANSLATE_NOOP("rootward", "&Light"), "Ctrl+Alt+L"},
    {Appearance::Dark, "dark", QT_TRANSLATE_NOOP("rootward", "&Dark"), "Ctrl+Alt+D"},
};

Qt::ColorScheme schemeOf(Appearance appearance)
{
    switch (appearance) {
    case Appearance::Light:
        return Qt::ColorScheme::Light;
    case Appearance::Dark:
        return Qt::ColorScheme::Dark;
    case Appearance::System:
        break;
    }
    return Qt::ColorScheme::Unknown;
}

} // namespace

std::span<const AppearanceRow> appearanceTable()
{
    return rows;
}

const AppearanceRow &appearanceRow(QLatin1StringView id)
{
    const auto row = std::ranges::find_if(
        rows, [id](const AppearanceRow &each) { return QLatin1StringView(each.id) == id; });
    return row == std::end(rows) ? rows[0] : *row;
}

void applyAppearance(Appearance appearance)
{
    // Where the platform knows schemes, its own parts (title bars, dialogs) follow, too.
    QGuiApplication::styleHints()->setColorScheme(schemeOf(appearance));
    if (appearance == Appearance::System)
        QApplication::setPalette(QPalette());
    else
        QApplication::setPalette(
            (appearance == Appearance::Dark ? Theme::dark() : Theme::light()).palette());
}

} // namespace rootward
