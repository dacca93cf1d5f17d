// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QCoreApplication>
#include <QTranslator>

#include <algorithm>

namespace rootward {

/// A language that nobody speaks: every text in its own words, two fifths longer and with accents,
/// as German or Finnish may be. While it lives.
class PseudoLanguage : public QTranslator {
public:
    PseudoLanguage() { QCoreApplication::installTranslator(this); }
    ~PseudoLanguage() override { QCoreApplication::removeTranslator(this); }
    Q_DISABLE_COPY_MOVE(PseudoLanguage)

    bool isEmpty() const override { return false; }

    QString translate(const char *, const char *source, const char *, int) const override
    {
        const QString text = QString::fromUtf8(source);
        QString longer;
        for (const QChar character : text)
            longer += accented(character);
        const qsizetype letters = std::ranges::count_if(text, [](QChar c) { return c.isLetter(); });
        const QString filler = QStringLiteral("lorem ipsum dolor sit amet consectetur elit sed ");
        if (letters < 2)
            return longer;
        const qsizetype more = (text.size() * 2 + 4) / 5;
        longer += u' ';
        for (qsizetype i = 0; i < more; ++i)
            longer += accented(filler.at(i % filler.size()));
        return longer.trimmed();
    }

private:
    static QChar accented(QChar character)
    {
        static const QString from = QStringLiteral("aeiouAEOU");
        static const QString to =
            QStringLiteral("\u00e4\u00e9\u00ef\u00f6\u00fc\u00c4\u00c9\u00d6\u00dc");
        const qsizetype at = from.indexOf(character);
        return at < 0 ? character : to.at(at);
    }
};

} // namespace rootward
