// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "proxmoxargs.h"

#include "printable.h"
#include "qemudevices.h"
#include "qemuoptionchecks.h"
#include "qemuproperties.h"
#include "shellwords.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <functional>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Argument {
    QString name; ///< "device"
    QString value;
};

/// nullopt: a quote is broken.
std::optional<QList<Argument>> argumentsOf(const QString &args)
{
    const auto words = shellWords(args);
    if (!words)
        return std::nullopt;
    QList<Argument> arguments;
    for (const ShellToken &word : *words) {
        if (word.kind != ShellToken::Kind::Word)
            continue;
        if (word.text.startsWith(u'-'))
            arguments.append({word.text.mid(word.text.startsWith("--"_L1) ? 2 : 1), {}});
        else if (!arguments.isEmpty())
            arguments.last().value = word.text;
    }
    return arguments;
}

/// Finds the entries that one argument after the other leaves open.
class Opening {
public:
    Opening(const Plan &plan, const GuestTree &tree, QList<ExpandedEntry> &entries)
        : m_plan(plan), m_tree(tree), m_entries(entries)
    {
    }

    void open(const Argument &argument);
    void openAll(const QString &what);

private:
    using Predicate = std::function<bool(const ExpandedEntry &)>;

    void byMachine(const Argument &argument);
    void byGlobal(const Argument &argument);
    void bySet(const Argument &argument);
    void byDevice(const Argument &argument);
    void byDefault(const Argument &argument);
    void openWhere(const QString &option, const Predicate &holds);
    bool isTaken(const QemuDevice &device) const;

    const Plan &m_plan;
    const GuestTree &m_tree;
    QList<ExpandedEntry> &m_entries;
};

/// The option alone: what it says is the user's own.
void Opening::openWhere(const QString &option, const Predicate &holds)
{
    for (ExpandedEntry &entry : m_entries) {
        if (!entry.isPlaced() || !entry.whyOpen.isEmpty() || !holds(entry))
            continue;
        entry.countKnown = false;
        entry.whyOpen =
            QCoreApplication::translate("rootward", "%1 in args may change it").arg(option);
    }
}

void Opening::openAll(const QString &what)
{
    openWhere(what, [](const ExpandedEntry &) { return true; });
}

/// Its other options leave the devices as they are.
void Opening::byMachine(const Argument &argument)
{
    if (!parseQemuOptions(argument.value, u"type"_s).value(u"type"_s).isEmpty())
        openAll(u'-' + argument.name);
}

void Opening::byGlobal(const Argument &argument)
{
    const auto global = parseQemuGlobal(argument.value);
    if (global && isHarmlessProperty(global->property))
        return;
    openWhere(u"-global"_s, [&](const ExpandedEntry &entry) {
        const int port = m_tree.ownerOf(entry.place.bus);
        return !global || isKindOf(u"vfio-pci"_s, global->driver)
            || (port >= 0 && isKindOf(m_tree.nodes.at(port).model, global->driver));
    });
}

void Opening::bySet(const Argument &argument)
{
    static const QRegularExpression pattern(uR"(\A([^.=]+)\.([^=]+)\.([^.=]+)=)"_s);
    const auto match = pattern.match(argument.value);
    const QString property = match.captured(3);
    if (match.hasMatch() && (match.captured(1) != "device"_L1 || isHarmlessProperty(property)))
        return;
    openWhere(u"-set"_s, [&](const ExpandedEntry &entry) {
        const QString id = match.captured(2);
        return !match.hasMatch() || property == "id"_L1 || property == "driver"_L1
            || entry.place.bus == id
            || std::ranges::contains(entry.functions, id, &PassedFunction::qemuId);
    });
}

/// Whether a name, an address or a chassis is one that the VM has already.
bool Opening::isTaken(const QemuDevice &device) const
{
    const QString bus = device.value("bus"_L1);
    const auto devfn = qemuDevfn(device.value("addr"_L1));
    const QString root = rootBusName(m_plan.guest);
    const auto stands = [&](const GuestNode &node) {
        return devfn && node.slot == devfn->slot && node.bus == (bus.isEmpty() ? root : bus);
    };
    const QemuBridge *bridge = qemuBridge(device.driver);
    const bool chassis =
        bridge != nullptr && bridge->hasSlot && device.properties.contains(u"chassis"_s);
    return chassis || std::ranges::any_of(m_tree.nodes, [&](const GuestNode &node) {
               return node.id == device.value("id"_L1) || stands(node);
           });
}

void Opening::byDevice(const Argument &argument)
{
    const auto device = parseQemuDevice(argument.value, 1);
    const bool whole = !device || isTaken(*device);
    openWhere(u"-device"_s, [&](const ExpandedEntry &entry) {
        return whole || (entry.place.rootPort && entry.place.bus == device->value("bus"_L1));
    });
}

/// QEMU makes these before Proxmox's own devices, and chooses their addresses.
void Opening::byDefault(const Argument &argument)
{
    if (argument.value != "none"_L1)
        openAll(u'-' + argument.name);
}

void Opening::open(const Argument &argument)
{
    struct Row {
        QLatin1StringView name;
        void (Opening::*open)(const Argument &);
    };
    static constexpr Row rows[] = {
        {"M"_L1, &Opening::byMachine},         {"machine"_L1, &Opening::byMachine},
        {"global"_L1, &Opening::byGlobal},     {"set"_L1, &Opening::bySet},
        {"device"_L1, &Opening::byDevice},     {"readconfig"_L1, &Opening::byDefault},
        {"nic"_L1, &Opening::byDefault},       {"net"_L1, &Opening::byDefault},
        {"vga"_L1, &Opening::byDefault},       {"usb"_L1, &Opening::byDefault},
        {"usbdevice"_L1, &Opening::byDefault},
    };
    const auto row =
        std::ranges::find_if(rows, [&](const Row &item) { return argument.name == item.name; });
    if (row != std::end(rows))
        (this->*row->open)(argument);
    else if (!isQemuOption(argument.name))
        openAll(u'-' + printable(argument.name, 40));
}

} // namespace

bool changesDevices(const QString &args)
{
    static constexpr QLatin1StringView options[] = {
        "device"_L1, "set"_L1, "global"_L1, "readconfig"_L1, "machine"_L1,  "M"_L1,
        "nic"_L1,    "net"_L1, "vga"_L1,    "usb"_L1,        "usbdevice"_L1};
    const auto arguments = argumentsOf(args);
    return !arguments || args.contains("-device"_L1)
        || std::ranges::any_of(*arguments, [](const Argument &argument) {
               return isOneOf(argument.name, options) || !isQemuOption(argument.name);
           });
}

void openByArguments(const Plan &plan, const GuestTree &tree, QList<ExpandedEntry> &entries)
{
    if (plan.layout || plan.guest.args.isEmpty())
        return;
    Opening opening(plan, tree, entries);
    const auto arguments = argumentsOf(plan.guest.args);
    if (!arguments)
        opening.openAll(QCoreApplication::translate("rootward", "a broken quote"));
    for (const Argument &argument : arguments.value_or(QList<Argument> {}))
        opening.open(argument);
}

} // namespace rootward
