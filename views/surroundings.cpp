// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "surroundings.h"

#include "picturetree.h"
#include "verdictstate.h"

#include <QCoreApplication>

#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr double lineGap = 4;
constexpr double blockGap = 10;
constexpr double legendGap = 22;
constexpr double leastSentenceWidth = 720;
constexpr qsizetype longestSentence = 2000;

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

/// What became of one entry, each sentence with the word before it.
QList<std::pair<QString, QString>> paragraphs(const EntryOutcome &entry)
{
    QList<std::pair<QString, QString>> result;
    for (const Notice &error : entry.errors)
        result.append({tr("Refused"), error.message});
    result += {{tr("Host"), entry.sentences.host}, {tr("Guest"), entry.sentences.guest}};
    if (entry.remedy != Remedy::Nothing)
        result.append({u"→"_s, entry.sentences.remedy});
    result.removeIf([](const auto &paragraph) { return paragraph.second.isEmpty(); });
    return result;
}

double addEntry(Drawing &drawing, TextMeasure &measure, const EntryOutcome &entry, double width,
                double y)
{
    const Theme &theme = drawing.theme;
    const double left = pictureMargin;
    const double indent = left + badgeSize + 8;
    const double right = width - pictureMargin;
    drawing.marks.append({QRectF(left, y - 1, badgeSize, badgeSize), hopState(entry.verdict)});
    double x = indent;
    if (!entry.letter.isEmpty()) {
        const QRectF square(x, y, letterSize, letterSize);
        drawing.letterRects.append(square);
        drawing.texts.append(letterText(measure, entry.letter, square, theme));
        x += letterSize + 6;
    }
    DrawnText title = measure.placed(TextStyle::SentenceBold, printable(entry.title), x, y,
                                     theme.text, (right - x) / 2);
    x = title.rect.right() + (title.text.isEmpty() ? 0 : 10);
    drawing.texts.append(title);
    drawing.texts.append(measure.placed(TextStyle::Sentence,
                                        printable(entry.source + u": "_s + entry.value), x, y,
                                        theme.dimText, right - x));
    y += measure.height(TextStyle::Sentence) + lineGap;
    const QList<std::pair<QString, QString>> said = paragraphs(entry);
    double words = 0;
    for (const auto &[word, sentence] : said)
        words = std::max(words, measure.width(TextStyle::Sentence, word));
    const double column = indent + words + 10;
    for (const auto &[word, sentence] : said) {
        drawing.texts.append(
            measure.placed(TextStyle::Sentence, word, indent, y, theme.dimText, words + 1));
        const QString clean = printable(sentence, longestSentence);
        for (const QString &line : measure.wrapped(TextStyle::Sentence, clean, right - column)) {
            drawing.texts.append(
                measure.placed(TextStyle::Sentence, line, column, y, theme.text, right - column));
            y += measure.height(TextStyle::Sentence) + lineGap;
        }
    }
    return y + blockGap - lineGap;
}

/// "Host" with its label at the left edge, "Guest" with its own at the right edge.
double addHeadings(Drawing &drawing, TextMeasure &measure, const DrawingOptions &options,
                   double width, double y)
{
    const Theme &theme = drawing.theme;
    const double half = width / 2 - pictureMargin - 10;
    const double noteDrop = measure.ascent(TextStyle::Heading) - measure.ascent(TextStyle::Note);
    const DrawnText host =
        measure.placed(TextStyle::Heading, tr("Host"), pictureMargin, y, theme.text, half);
    drawing.texts.append(host);
    drawing.texts.append(measure.placed(TextStyle::Note, printable(options.hostLabel),
                                        host.rect.right() + 10, y + noteDrop, theme.dimText,
                                        half - host.rect.width() - 10));
    DrawnText guest = measure.placed(TextStyle::Heading, tr("Guest"), 0, y, theme.text, half);
    guest.rect.moveRight(width - pictureMargin);
    DrawnText label = measure.placed(TextStyle::Note, printable(options.guestLabel), 0,
                                     y + noteDrop, theme.dimText, half - guest.rect.width() - 10);
    label.rect.moveRight(guest.rect.left() - 10);
    drawing.texts += {label, guest};
    return y + measure.height(TextStyle::Heading) + 14;
}

} // namespace

DrawnText letterText(TextMeasure &measure, const QString &letter, const QRectF &square,
                     const Theme &theme)
{
    DrawnText text =
        measure.placed(TextStyle::Letter, letter, 0, 0, theme.letterText, square.width());
    text.rect.moveCenter(square.center());
    return text;
}

double leastWidth(TextMeasure &measure, const DrawingOptions &options)
{
    double width = options.sentences || options.heading ? leastSentenceWidth : 0;
    if (options.legend) {
        double legend = 2 * pictureMargin - legendGap;
        for (const HopState state : allHopStates)
            legend +=
                badgeSize + 6 + measure.width(TextStyle::Note, hopStateText(state)) + legendGap;
        width = std::max(width, std::ceil(legend));
    }
    return width;
}

double addTop(Drawing &drawing, TextMeasure &measure, const PlanOutcome &outcome,
              const DrawingOptions &options, double width)
{
    double y = pictureMargin;
    const double room = width - 2 * pictureMargin;
    if (options.heading && !options.title.isEmpty()) {
        drawing.texts.append(measure.placed(TextStyle::Title, printable(options.title),
                                            pictureMargin, y, drawing.theme.text, room));
        y += measure.height(TextStyle::Title) + blockGap;
    }
    if (options.sentences) {
        for (const EntryOutcome &entry : outcome.entries)
            y = addEntry(drawing, measure, entry, width, y);
        for (const Notice &error : outcome.errors) {
            for (const QString &line : measure.wrapped(
                     TextStyle::Sentence, printable(error.message, longestSentence), room)) {
                drawing.texts.append(measure.placed(TextStyle::Sentence, line, pictureMargin, y,
                                                    drawing.theme.text, room));
                y += measure.height(TextStyle::Sentence) + lineGap;
            }
        }
        if (y > pictureMargin)
            y += blockGap;
    }
    if (options.heading)
        y = addHeadings(drawing, measure, options, width, y);
    return std::ceil(y);
}

double addBottom(Drawing &drawing, TextMeasure &measure, const DrawingOptions &options,
                 double width, double y)
{
    const Theme &theme = drawing.theme;
    const double textDrop = (badgeSize - measure.height(TextStyle::Note)) / 2;
    double x = pictureMargin;
    if (options.legend) {
        y += 18;
        for (const HopState state : allHopStates) {
            drawing.marks.append({QRectF(x, y, badgeSize, badgeSize), state});
            x += badgeSize + 6;
            const DrawnText word = measure.placed(TextStyle::Note, hopStateText(state), x,
                                                  y + textDrop, theme.dimText, width - x);
            drawing.texts.append(word);
            x = word.rect.right() + legendGap;
        }
    }
    if (options.footer) {
        QString text = u"Rootward " ROOTWARD_VERSION ""_s;
        if (options.date.isValid())
            text += u" · "_s + options.date.toString(Qt::ISODate);
        DrawnText footer =
            measure.placed(TextStyle::Note, text, 0, y + textDrop, theme.dimText, width);
        // Beside the legend where there is room, else below it.
        if (!options.legend)
            y += 18;
        else if (x + footer.rect.width() > width - pictureMargin)
            y += badgeSize + 8;
        footer.rect.moveTop(y + textDrop);
        footer.rect.moveRight(width - pictureMargin);
        drawing.texts.append(footer);
    }
    if (options.legend || options.footer)
        y += badgeSize;
    return std::ceil(y + pictureMargin);
}

} // namespace rootward
