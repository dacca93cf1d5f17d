// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"
#include "handmadeplan.h"

#include <QFile>

/// Plans of every kind that the exports tell apart.
namespace handmade {

struct NamedPlan {
    const char *name;
    Plan plan;
};

inline LayoutDevice bridgeDevice(const char *id, const char *model, const char *bus, int slot,
                                 PortType type)
{
    LayoutDevice device;
    device.id = QString::fromLatin1(id);
    device.model = QString::fromLatin1(model);
    device.bus = QString::fromLatin1(bus);
    device.slot = slot;
    device.ownBus = device.id;
    device.portType = type;
    return device;
}

inline LayoutDevice passedDevice(const char *id, const char *host, const char *bus, int function,
                                 bool multifunction)
{
    LayoutDevice device;
    device.id = QString::fromLatin1(id);
    device.model = u"vfio-pci"_s;
    device.bus = QString::fromLatin1(bus);
    device.slot = 0;
    device.function = function;
    device.multifunction = multifunction;
    device.host = PciAddress::parse(QLatin1StringView(host));
    device.source = u"line 7, hostdev"_s;
    return device;
}

inline Plan layoutPlan(const QList<LayoutDevice> &devices, GuestLayout::Origin origin)
{
    Plan plan = planFor(x399(), {});
    GuestLayout layout;
    layout.origin = origin;
    layout.devices = devices;
    plan.layout = std::make_shared<const GuestLayout>(layout);
    return plan;
}

/// A card behind a switch, one in a shared slot, one behind a further root bus.
inline Plan switchLayout()
{
    LayoutDevice expander = bridgeDevice("pxb1", "pxb-pcie", "pcie.0", 6, PortType::Conventional);
    expander.ownBusIsRoot = true;
    expander.busNumber = 0x40;
    return layoutPlan(
        {bridgeDevice("rp1", "pcie-root-port", "pcie.0", 2, PortType::RootPort),
         bridgeDevice("up1", "x3130-upstream", "rp1", 0, PortType::UpstreamPort),
         bridgeDevice("down1", "xio3130-downstream", "up1", 0, PortType::DownstreamPort),
         bridgeDevice("rp2", "ioh3420", "pcie.0", 3, PortType::RootPort), expander,
         bridgeDevice("rp3", "pcie-root-port", "pxb1", 0, PortType::RootPort),
         passedDevice("gpu0", "05:00.0", "down1", 0, false),
         passedDevice("gpu1", "0b:00.0", "rp2", 0, true),
         passedDevice("snd1", "0b:00.1", "rp2", 1, false),
         passedDevice("gpu2", "44:00.0", "rp3", 0, false)},
        GuestLayout::Origin::Qemu);
}

inline Plan machinePlan(const char *machine, const QStringList &lines)
{
    Plan plan = planFor(x399(), lines);
    plan.guest.machine = QString::fromLatin1(machine);
    plan.guest.vmid = 101;
    return plan;
}

inline QList<NamedPlan> exportPlans()
{
    Plan windows7 = machinePlan("q35", {u"0b:00.0,pcie=1"_s, u"44:00,pcie=1"_s});
    windows7.guest.ostype = u"win7"_s;
    Plan mediated = machinePlan("q35", {u"0b:00.0,mdev=i915-GVTg_V5_4,pcie=1"_s});
    Plan arm = machinePlan("virt", {u"0b:00"_s, u""_s, u""_s, u""_s, u"44:00.0"_s});
    Plan fragment =
        layoutPlan({passedDevice("dev0", "0b:00.0", "", 0, false)}, GuestLayout::Origin::Libvirt);
    QStringList full;
    for (int i = 0; i < maxHostpciEntries; ++i)
        full.append(i == 0 ? u"0b:00.0,pcie=1"_s : i == 1 ? u"0b:00.1"_s : QString());
    full[12] = u"44:00,pcie=1"_s;
    full[15] = u"05:00.0"_s;
    return {
        {"one card", machinePlan("q35", {u"0b:00.0,pcie=1"_s})},
        {"all functions", machinePlan("q35", {u"0b:00,pcie=1"_s, u"44:00.0,pcie=1"_s})},
        {"each function alone", machinePlan("q35", {u"0b:00.0,pcie=1"_s, u"0b:00.1,pcie=1"_s})},
        {"a list", machinePlan("q35", {u"0b:00.0;44:00.1,pcie=1"_s})},
        {"conventional", machinePlan("q35", {u"0b:00"_s, u"44:00.0,pcie=1"_s})},
        {"options",
         machinePlan("q35",
                     {u"0b:00,pcie=1,rombar=0,x-vga=1,romfile=it's a <rom>&.bin,"
                      "vendor-id=0x1002,device-id=0x744c"_s})},
        {"kept driver", machinePlan("q35", {u"0b:00.0,pcie=1,driver=keep"_s})},
        {"far indexes", machinePlan("q35", full)},
        {"Windows 7", windows7},
        {"mediated", mediated},
        {"i440fx", machinePlan("pc", {u"0b:00"_s, u"44:00.0"_s})},
        {"i440fx, far index",
         machinePlan("pc-i440fx-9.2", {u""_s, u""_s, u""_s, u""_s, u""_s, u"44:00"_s})},
        {"Arm", arm},
        {"a layout with a switch", switchLayout()},
        {"a device without a place", fragment},
        {"nothing", machinePlan("q35", {})},
        {"a refused line", machinePlan("q35", {u"nonsense"_s, u"44:00.0,pcie=1"_s})},
    };
}

inline ExportRequest requestFor(const Plan &plan, ExportForm form = ExportForm::AsPlanned)
{
    ExportRequest request;
    request.plan = plan;
    request.outcome = evaluate(plan);
    request.hostLabel = plan.host ? u"workstation-7.txt"_s : QString();
    request.form = form;
    return request;
}

inline Result<QByteArray> written(const char *format, const ExportRequest &request)
{
    return findExportFormat(QString::fromLatin1(format))->write(request);
}

inline const QList<std::pair<const char *, ExportForm>> &exportForms()
{
    static const QList<std::pair<const char *, ExportForm>> forms {
        {"as planned", ExportForm::AsPlanned},
        {"one function", ExportForm::OneFunction},
        {"all functions", ExportForm::AllFunctions},
        {"separate slots", ExportForm::SeparateSlots},
    };
    return forms;
}

} // namespace handmade
