// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "examples.h"

#include <QCoreApplication>
#include <QFile>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

/// Outside any namespace, as Q_INIT_RESOURCE asks for.
static void registerExampleFiles()
{
    Q_INIT_RESOURCE(examples);
}

namespace rootward {

namespace {

constexpr std::array table {
    Example {
        .name = "x399-two-rx7900xt",
        .title = QT_TRANSLATE_NOOP("rootward", "X399, two RX 7900 XT"),
        .description = QT_TRANSLATE_NOOP(
            "rootward",
            "Two equal graphics cards, each below its own root complex; only one of them is passed "
            "with All Functions."),
    },
    Example {
        .name = "x570-chipset-slot",
        .title = QT_TRANSLATE_NOOP("rootward", "X570, a card behind the chipset"),
        .description = QT_TRANSLATE_NOOP(
            "rootward",
            "One card in the processor's slot and one behind the chipset, whose switch does not "
            "route AtomicOps."),
        .vmid = 102,
    },
    Example {
        .name = "no-root",
        .title = QT_TRANSLATE_NOOP("rootward", "X399 captured without root"),
        .description = QT_TRANSLATE_NOOP(
            "rootward",
            "The first example as an ordinary user's lspci shows it: the tree is there, the "
            "AtomicOps bits are not."),
    },
};

QByteArray fileOf(const Example &example, QLatin1StringView file)
{
    // The linker drops the resources of a static library unless somebody asks for them.
    static const bool registered = (registerExampleFiles(), true);
    Q_UNUSED(registered)
    QFile resource(":/examples/"_L1 + QLatin1StringView(example.name) + u'/' + file);
    return resource.open(QIODevice::ReadOnly) ? resource.readAll() : QByteArray();
}

} // namespace

QByteArray Example::capture() const
{
    return fileOf(*this, "capture.txt"_L1);
}

QByteArray Example::vmConfig() const
{
    return fileOf(*this, "vm.conf"_L1);
}

std::span<const Example> exampleTable()
{
    return table;
}

const Example *findExample(QStringView name)
{
    const auto found = std::ranges::find_if(
        table, [&](const Example &example) { return name == QLatin1StringView(example.name); });
    return found == table.end() ? nullptr : &*found;
}

} // namespace rootward
