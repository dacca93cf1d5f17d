// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "theme.h"

#include <QPalette>
#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

constexpr double textContrast = 4.5;
constexpr double graphicsContrast = 3;

QByteArray said(const char *what, const QColor &a, const QColor &b)
{
    return QByteArray(what) + ' ' + a.name().toLatin1() + " on " + b.name().toLatin1() + ": "
        + QByteArray::number(contrastRatio(a, b));
}

#define VERIFY_CONTRAST(what, a, b, least)                                                         \
    QVERIFY2(contrastRatio(a, b) >= (least), said(what, a, b).constData())

} // namespace

class tst_theme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsTheOneOfTheGuidelines()
    {
        QCOMPARE(contrastRatio(QColor(0, 0, 0), QColor(255, 255, 255)), 21.0);
        QCOMPARE(contrastRatio(QColor(9, 9, 9), QColor(9, 9, 9)), 1.0);
        // A grey that is known to stand just above 4.5 on white.
        QVERIFY(qAbs(contrastRatio(QColor(0x76, 0x76, 0x76), QColor(255, 255, 255)) - 4.54) < 0.01);
    }

    void textCanBeRead_data() { themes(); }
    void textCanBeRead()
    {
        QFETCH(bool, dark);
        const Theme theme = dark ? Theme::dark() : Theme::light();
        for (const QColor &ground : {theme.background, theme.box}) {
            VERIFY_CONTRAST("text", theme.text, ground, textContrast);
            VERIFY_CONTRAST("dim text", theme.dimText, ground, textContrast);
        }
        VERIFY_CONTRAST("letter", theme.letterText, theme.letterBadge, textContrast);
        for (const HopState state : allHopStates) {
            const StateStyle style = theme.state(state);
            VERIFY_CONTRAST("state text", style.text, style.fill, textContrast);
            VERIFY_CONTRAST("state text", style.text, theme.box, textContrast);
            VERIFY_CONTRAST("state text", style.text, theme.background, textContrast);
            VERIFY_CONTRAST("title", theme.text, style.fill, textContrast);
            VERIFY_CONTRAST("line", theme.dimText, style.fill, textContrast);
            VERIFY_CONTRAST("badge", theme.badgeText, style.stroke, textContrast);
            if (style.hatched)
                VERIFY_CONTRAST("line on hatch", theme.dimText, theme.hatch, textContrast);
        }
    }

    void graphicsCanBeSeen_data() { themes(); }
    void graphicsCanBeSeen()
    {
        QFETCH(bool, dark);
        const Theme theme = dark ? Theme::dark() : Theme::light();
        for (const QColor &ground : {theme.background, theme.box}) {
            VERIFY_CONTRAST("box border", theme.boxBorder, ground, graphicsContrast);
            VERIFY_CONTRAST("selection", theme.selection, ground, graphicsContrast);
            for (const HopState state : allHopStates)
                VERIFY_CONTRAST("state", theme.state(state).stroke, ground, graphicsContrast);
        }
        for (const HopState state : allHopStates)
            VERIFY_CONTRAST("state on fill", theme.state(state).stroke, theme.state(state).fill,
                            graphicsContrast);
    }

    void statesDifferWithoutColour()
    {
        for (const Theme &theme : {Theme::light(), Theme::dark()}) {
            QSet<QString> glyphs;
            QSet<QString> words;
            QSet<Qt::PenStyle> lines;
            for (const HopState state : allHopStates) {
                glyphs.insert(theme.state(state).glyph);
                words.insert(hopStateText(state));
                // What is not asked is told from what carries by its thin line.
                if (state != HopState::NotAsked)
                    lines.insert(theme.state(state).line);
            }
            QCOMPARE(glyphs.size(), allHopStates.size());
            QCOMPARE(words.size(), allHopStates.size());
            QCOMPARE(lines.size(), allHopStates.size() - 1);
        }
        QVERIFY(Theme::light().state(HopState::Unknown).hatched);
        QVERIFY(!Theme::light().state(HopState::Blocks).hatched);
    }

    void thePaletteDecidesBetweenLightAndDark()
    {
        QPalette palette;
        palette.setColor(QPalette::Window, QColor(0x20, 0x20, 0x20));
        QCOMPARE(Theme::fromPalette(palette), Theme::dark());
        palette.setColor(QPalette::Window, QColor(0xef, 0xef, 0xef));
        QCOMPARE(Theme::fromPalette(palette), Theme::light());
    }

private:
    void themes()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
};

QTEST_GUILESS_MAIN(tst_theme)
#include "tst_theme.moc"
