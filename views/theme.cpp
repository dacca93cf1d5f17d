// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "theme.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The two hues that carry the answer, blue and vermillion, stay apart for every common kind of
/// colour blindness (Okabe and Ito, "Color Universal Design"); darkened or lightened for contrast.
struct StateColors {
    QRgb stroke, fill, text;
};

struct StateRow {
    HopState state;
    char16_t glyph;
    Qt::PenStyle line;
    bool hatched;
    StateColors light;
    StateColors dark;
    const char *word;
};

constexpr StateRow stateTable[] = {
    {HopState::Carries,
     u'✓',
     Qt::SolidLine,
     false,
     {0xff0072b2, 0xffeef6fb, 0xff00609a},
     {0xff56b4e9, 0xff1c3243, 0xff7cc6f2},
     QT_TRANSLATE_NOOP("rootward", "carries")},
    {HopState::Blocks,
     u'✕',
     Qt::DashLine,
     false,
     {0xffc45200, 0xfffdf1ea, 0xffae4800},
     {0xffff8b4d, 0xff40291d, 0xffffa673},
     QT_TRANSLATE_NOOP("rootward", "blocks")},
    {HopState::Unknown,
     u'?',
     Qt::DotLine,
     true,
     {0xff6b7280, 0xfff6f7f8, 0xff525965},
     {0xffa0a7b1, 0xff2a2e35, 0xffbcc3cc},
     QT_TRANSLATE_NOOP("rootward", "not readable")},
    {HopState::Unproven,
     u'!',
     Qt::DashDotLine,
     false,
     {0xff5e4b00, 0xfffff6d0, 0xff5e4b00},
     {0xffffe46b, 0xff3a351c, 0xffffe98a},
     QT_TRANSLATE_NOOP("rootward", "unproven")},
    {HopState::NotAsked,
     u'–',
     Qt::SolidLine,
     false,
     {0xff6f7680, 0xffffffff, 0xff59606a},
     {0xff8f96a1, 0xff23272e, 0xffa9b0ba},
     QT_TRANSLATE_NOOP("rootward", "not asked")},
};

const StateRow &stateRow(HopState state)
{
    for (const StateRow &row : stateTable) {
        if (row.state == state)
            return row;
    }
    Q_UNREACHABLE_RETURN(stateTable[0]);
}

double linearChannel(double value)
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linearChannel(color.redF()) + 0.7152 * linearChannel(color.greenF())
        + 0.0722 * linearChannel(color.blueF());
}

} // namespace

StateStyle Theme::state(HopState state) const
{
    const StateRow &row = stateRow(state);
    const StateColors &colors = isDark ? row.dark : row.light;
    return {QColor(colors.stroke),
            QColor(colors.fill),
            QColor(colors.text),
            QString(QChar(row.glyph)),
            row.line,
            row.hatched};
}

QPalette Theme::palette() const
{
    struct Colors {
        QRgb window, base, alternate, button, text, disabled, placeholder, highlight,
            highlightedText, link, light, mid, dark;
    };
    static constexpr Colors lightColors {0xfff0f1f3, 0xffffffff, 0xfff6f7f8, 0xffe6e8eb, 0xff1f2328,
                                         0xff7d848e, 0xff6b727c, 0xff0067a6, 0xffffffff, 0xff005f99,
                                         0xffffffff, 0xffb4bac2, 0xff8d949d};
    static constexpr Colors darkColors {0xff262a30, 0xff1b1e23, 0xff22262c, 0xff343a42, 0xffe6e9ed,
                                        0xff818892, 0xff949ba5, 0xff3d9be0, 0xff0e1114, 0xff7cc6f2,
                                        0xff4a515b, 0xff3a4048, 0xff14171b};
    const Colors &colors = isDark ? darkColors : lightColors;
    QPalette palette(QColor(colors.button), QColor(colors.window));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText,
          QPalette::BrightText}) {
        palette.setColor(role, QColor(colors.text));
        palette.setColor(QPalette::Disabled, role, QColor(colors.disabled));
    }
    const std::pair<QPalette::ColorRole, QRgb> others[] = {
        {QPalette::Base, colors.base},
        {QPalette::AlternateBase, colors.alternate},
        {QPalette::ToolTipBase, colors.base},
        {QPalette::PlaceholderText, colors.placeholder},
        {QPalette::Highlight, colors.highlight},
        {QPalette::HighlightedText, colors.highlightedText},
        {QPalette::Link, colors.link},
        {QPalette::LinkVisited, colors.link},
        {QPalette::Light, colors.light},
        {QPalette::Mid, colors.mid},
        {QPalette::Dark, colors.dark},
    };
    for (const auto &[role, color] : others)
        palette.setColor(role, QColor(color));
    return palette;
}

Theme Theme::light()
{
    Theme theme;
    theme.background = QColor(0xffffffff);
    theme.box = QColor(0xffffffff);
    theme.boxBorder = QColor(0xff858b94);
    theme.edge = QColor(0xffc3c8cf);
    theme.text = QColor(0xff1f2328);
    theme.dimText = QColor(0xff59606a);
    theme.badgeText = QColor(0xffffffff);
    theme.letterBadge = QColor(0xff3d444d);
    theme.letterText = QColor(0xffffffff);
    theme.selection = QColor(0xff7a3e9d);
    theme.hatch = QColor(0xffdcdfe4);
    theme.found = QColor(0xff1a7f64);
    theme.group = QColor(0xff8a7f6b);
    theme.groupFill = QColor(0xfffaf8f3);
    return theme;
}

Theme Theme::dark()
{
    Theme theme;
    theme.isDark = true;
    theme.background = QColor(0xff1b1e23);
    theme.box = QColor(0xff23272e);
    theme.boxBorder = QColor(0xff868d98);
    theme.edge = QColor(0xff4a515b);
    theme.text = QColor(0xffe6e9ed);
    theme.dimText = QColor(0xffa9b0ba);
    theme.badgeText = QColor(0xff14171b);
    theme.letterBadge = QColor(0xffc9cfd7);
    theme.letterText = QColor(0xff14171b);
    theme.selection = QColor(0xffd3a4f0);
    theme.hatch = QColor(0xff3a4048);
    theme.found = QColor(0xff5fd3b0);
    theme.group = QColor(0xff958a75);
    theme.groupFill = QColor(0xff24241f);
    return theme;
}

Theme Theme::fromPalette(const QPalette &palette)
{
    return palette.color(QPalette::Window).lightnessF() < 0.5F ? dark() : light();
}

QString hopStateText(HopState state)
{
    return QCoreApplication::translate("rootward", stateRow(state).word);
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace rootward
