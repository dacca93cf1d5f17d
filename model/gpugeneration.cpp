// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gpugeneration.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <iterator>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Graphics = GpuGeneration::Graphics;

struct CodeName {
    const char *name;
    Graphics graphics;
    bool apu;
};

// Longer names before names that they begin with: "Vega M" before others, "Raven" for both Ravens.
constexpr CodeName codeNames[] = {
    {"Hawaii", Graphics::Hawaii, false},   {"Grenada", Graphics::Hawaii, false},
    {"Bonaire", Graphics::Gfx7, false},    {"Kaveri", Graphics::Gfx7, true},
    {"Kabini", Graphics::Gfx7, true},      {"Mullins", Graphics::Gfx7, true},
    {"Tonga", Graphics::Gfx8, false},      {"Fiji", Graphics::Gfx8, false},
    {"Ellesmere", Graphics::Gfx8, false},  {"Polaris", Graphics::Gfx8, false},
    {"Baffin", Graphics::Gfx8, false},     {"Lexa", Graphics::Gfx8, false},
    {"Vega M", Graphics::Gfx8, false},     {"Topaz", Graphics::Gfx8, false},
    {"Iceland", Graphics::Gfx8, false},    {"Carrizo", Graphics::Gfx8, true},
    {"Stoney", Graphics::Gfx8, true},      {"Vega 10", Graphics::Gfx9, false},
    {"Vega 12", Graphics::Gfx9, false},    {"Vega 20", Graphics::Gfx9, false},
    {"Arcturus", Graphics::Gfx9, false},   {"Aldebaran", Graphics::Gfx9, false},
    {"MI300A", Graphics::Gfx9, true},      {"MI300X", Graphics::Gfx9, false},
    {"MI350", Graphics::Gfx9, false},      {"Raven", Graphics::Gfx9, true},
    {"Picasso", Graphics::Gfx9, true},     {"Renoir", Graphics::Gfx9, true},
    {"Lucienne", Graphics::Gfx9, true},    {"Cezanne", Graphics::Gfx9, true},
    {"Barcelo", Graphics::Gfx9, true},     {"Cyan Skillfish", Graphics::Gfx101, true},
    {"Navi 10", Graphics::Gfx101, false},  {"Navi 12", Graphics::Gfx101, false},
    {"Navi 14", Graphics::Gfx101, false},  {"Navi 21", Graphics::Gfx103, false},
    {"Navi 22", Graphics::Gfx103, false},  {"Navi 23", Graphics::Gfx103, false},
    {"Navi 24", Graphics::Gfx103, false},  {"VanGogh", Graphics::Gfx103, true},
    {"Rembrandt", Graphics::Gfx103, true}, {"Yellow Carp", Graphics::Gfx103, true},
    {"Raphael", Graphics::Gfx103, true},   {"Mendocino", Graphics::Gfx103, true},
    {"Navi 31", Graphics::Gfx11, false},   {"Navi 32", Graphics::Gfx11, false},
    {"Navi 33", Graphics::Gfx11, false},   {"Phoenix", Graphics::Gfx11, true},
    {"Hawk Point", Graphics::Gfx11, true}, {"HawkPoint", Graphics::Gfx11, true},
    {"Strix", Graphics::Gfx11, true},      {"Krackan", Graphics::Gfx11, true},
    {"Navi 44", Graphics::Gfx12, false},   {"Navi 48", Graphics::Gfx12, false},
};

/// Found where no letter or digit stands before or after it: "Navi 1" is not in "Navi 10".
bool holdsName(const QString &text, QLatin1StringView name)
{
    for (qsizetype at = text.indexOf(name, 0, Qt::CaseInsensitive); at >= 0;
         at = text.indexOf(name, at + 1, Qt::CaseInsensitive)) {
        const qsizetype after = at + name.size();
        const bool startsWord = at == 0 || !text[at - 1].isLetterOrNumber();
        // "Raven2" and "Strix1" are steppings of the same family; "Navi 310" is none.
        const bool endsWord = after >= text.size() || !text[after].isLetterOrNumber()
            || (QChar(name.back()).isLetter() && text[after].isDigit());
        if (startsWord && endsWord)
            return true;
    }
    return false;
}

struct ConsequenceRow {
    Graphics graphics;
    bool skipped;
    const char *sentence;
};

constexpr ConsequenceRow consequenceRows[] = {
    {Graphics::Hawaii, false,
     QT_TRANSLATE_NOOP("rootward",
                       "Hawaii: KFD keeps the GPU and marks its link as one without "
                       "AtomicOps")},
    {Graphics::Gfx7, true,
     QT_TRANSLATE_NOOP("rootward", "gfx7: KFD skips the GPU, so ROCm does not find it")},
    {Graphics::Gfx8, true,
     QT_TRANSLATE_NOOP("rootward",
                       "gfx8 (Polaris, Fiji, Tonga): KFD skips the GPU, so ROCm does "
                       "not find it")},
    {Graphics::Gfx9, false,
     QT_TRANSLATE_NOOP("rootward",
                       "gfx9 (Vega, Instinct): KFD keeps the GPU and marks its link as "
                       "one without AtomicOps; programs that need them fail")},
    {Graphics::Gfx101, false,
     QT_TRANSLATE_NOOP("rootward",
                       "Navi 1x: KFD keeps the GPU with MEC firmware 145 or newer, "
                       "else skips it; programs that need AtomicOps fail")},
    {Graphics::Gfx103, false,
     QT_TRANSLATE_NOOP("rootward",
                       "Navi 2x: KFD keeps the GPU with MEC firmware 92 or newer, else "
                       "skips it; programs that need AtomicOps fail")},
    {Graphics::Gfx11, false,
     QT_TRANSLATE_NOOP("rootward",
                       "Navi 3x: KFD keeps the GPU with RS64 MEC firmware 509 or newer, "
                       "else skips it; programs that need AtomicOps (RCCL, hostcall) "
                       "fail")},
    {Graphics::Gfx12, false,
     QT_TRANSLATE_NOOP("rootward",
                       "Navi 4x: KFD keeps the GPU with MEC firmware 2090 or newer and "
                       "a kernel that knows it, else skips it; programs that need "
                       "AtomicOps fail")},
};

const ConsequenceRow *consequenceOf(Graphics graphics)
{
    const auto row = std::ranges::find(consequenceRows, graphics, &ConsequenceRow::graphics);
    return row == std::end(consequenceRows) ? nullptr : row;
}

} // namespace

GpuGeneration gpuGeneration(const PciFunction &function)
{
    const QString text = shortName(function);
    for (const CodeName &row : codeNames) {
        if (holdsName(text, QLatin1StringView(row.name)))
            return {row.graphics, row.apu};
    }
    return {};
}

bool usesInternalPath(GpuGeneration generation)
{
    return generation.apu && generation.graphics >= Graphics::Gfx9;
}

bool skippedByKfd(GpuGeneration generation)
{
    const ConsequenceRow *row = consequenceOf(generation.graphics);
    return row && row->skipped;
}

QString kfdConsequence(GpuGeneration generation)
{
    if (const ConsequenceRow *row = consequenceOf(generation.graphics))
        return QCoreApplication::translate("rootward", row->sentence);
    QStringList all;
    for (const ConsequenceRow &row : consequenceRows)
        all.append(QCoreApplication::translate("rootward", row.sentence));
    return QCoreApplication::translate("rootward", "The GPU's generation is not known. %1")
        .arg(all.join(u". "_s));
}

} // namespace rootward
