// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemudevicechecks.h"

#include "printable.h"
#include "qemumodels.h"
#include "qemuproperties.h"
#include "qemushell.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <bit>
#include <limits>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int highestAcpiIndex = 0x3fff;
constexpr int highestInt = std::numeric_limits<int>::max();

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// What the guest's drivers go by, or what needs a second device.
bool changesIdentity(const QString &property)
{
    static constexpr QLatin1StringView changing[] = {
        "failover_pair_id"_L1,    "x-pci-device-id"_L1,     "x-pci-vendor-id"_L1,
        "x-pci-sub-device-id"_L1, "x-pci-sub-vendor-id"_L1,
    };
    return isOneOf(property, changing);
}

} // namespace

/// The first holds: QEMU ends there.
void QemuDeviceChecks::refuse(const QString &why)
{
    if (m_faults.refusal.isEmpty())
        m_faults.refusal = why;
}

void QemuDeviceChecks::refuseValue(QLatin1StringView key, const QString &word)
{
    refuse(tr("QEMU does not take %1").arg(key + u'=' + printable(word, 40)));
}

void QemuDeviceChecks::leaveOpen(const QString &why)
{
    if (m_faults.open.isEmpty())
        m_faults.open = why;
}

QemuDeviceFaults QemuDeviceChecks::check(const QemuDevice &device)
{
    m_faults = {};
    checkModel(device);
    checkId(device);
    checkWords(device);
    checkProperties(device);
    checkUnique(device, "bootindex"_L1, 0, highestInt);
    checkUnique(device, "acpi-index"_L1, 1, highestAcpiIndex);
    checkReserve(device);
    checkRom(device);
    checkIommu(device);
    return m_faults;
}

/// Another QEMU may have a device that this list lacks, so that it is refused is not sure.
void QemuDeviceChecks::checkModel(const QemuDevice &device)
{
    if (!isQemuModel(device.driver) && !hasShellVariable(device.driver))
        m_faults.allOpen = tr("QEMU 10.0 has no device %1, so whether it starts is not known")
                               .arg(printable(device.driver, 60));
}

void QemuDeviceChecks::checkId(const QemuDevice &device)
{
    const QString id = device.value("id"_L1);
    if (id.isEmpty() && !device.json && device.properties.contains(u"id"_s))
        refuse(tr("%1 is no identifier").arg("id="_L1));
    if (id.isEmpty() || hasShellVariable(id))
        return;
    static const QRegularExpression identifier(uR"(\A[A-Za-z][A-Za-z0-9._-]*\z)"_s);
    if (!device.json && !identifier.match(id).hasMatch())
        refuse(tr("%1 is no identifier").arg("id="_L1 + printable(id, 40)));
    else if (m_ids.contains(id))
        refuse(tr("the id %1 is given twice").arg(printable(id, 40)));
    m_ids.insert(id);
}

/// What the shell fills in is not known; an empty word is refused.
void QemuDeviceChecks::checkWords(const QemuDevice &device)
{
    for (const QLatin1StringView key : {"bus"_L1, "addr"_L1, "multifunction"_L1}) {
        const auto word = device.properties.constFind(key);
        if (word == device.properties.cend())
            continue;
        if (hasShellVariable(*word))
            leaveOpen(tr("the shell fills in %1").arg(key + u'=' + printable(*word, 40)));
        else if (word->isEmpty())
            refuseValue(key, *word);
    }
}

/// As with models, another QEMU may have more.
void QemuDeviceChecks::checkProperties(const QemuDevice &device)
{
    if (!device.mistyped.isEmpty())
        refuse(
            tr("QEMU does not take that type of value for %1").arg(printable(device.mistyped, 40)));
    for (auto it = device.properties.begin(); it != device.properties.end(); ++it) {
        const auto type = qemuPropertyType(device.driver, it.key());
        const bool missing = !type && hasQemuProperties(device.driver);
        if (missing && !hasShellVariable(it.key()))
            leaveOpen(tr("QEMU 10.0's %1 has no property %2")
                          .arg(printable(device.driver), printable(it.key(), 40)));
        else if (type && it.key() != device.mistyped && !hasShellVariable(*it)
                 && !isQemuValue(*type, *it))
            refuse(tr("QEMU does not take %1").arg(it.key() + u'=' + printable(*it, 40)));
        if (type && changesIdentity(it.key()))
            leaveOpen(tr("what %1 makes of it is not modelled").arg(it.key()));
    }
}

/// What a port asks the firmware to keep free. Source: QEMU hw/pci/pci_bridge.c
/// pci_bridge_qemu_reserve_cap_init().
void QemuDeviceChecks::checkReserve(const QemuDevice &device)
{
    const auto bytesOf = [&](QLatin1StringView key) {
        const auto bytes = qemuSize(device.value(key));
        // The highest is what QEMU has for one that is not written.
        return bytes == std::numeric_limits<quint64>::max() ? std::nullopt : bytes;
    };
    if (bytesOf("pref32-reserve"_L1) && bytesOf("pref64-reserve"_L1))
        refuse(tr("QEMU takes one of pref32-reserve and pref64-reserve"));
    for (const QLatin1StringView key : {"mem-reserve"_L1, "pref32-reserve"_L1}) {
        if (bytesOf(key).value_or(0) > std::numeric_limits<quint32>::max())
            refuseValue(key, device.value(key));
    }
}

/// A number that one device alone may have; below `lowest` it counts as none.
void QemuDeviceChecks::checkUnique(const QemuDevice &device, QLatin1StringView key, int lowest,
                                   int highest)
{
    const QString word = device.value(key);
    if (word.isEmpty() || hasShellVariable(word) || word.startsWith(u'-'))
        return;
    const auto number = qemuNumber(word, highest);
    if (!number)
        refuseValue(key, word);
    else if (*number >= lowest && m_numbers.value(key).contains(*number))
        refuse(tr("%1 is given to two devices").arg(key + u'=' + QString::number(*number)));
    else
        m_numbers[key].insert(*number);
}

void QemuDeviceChecks::checkRom(const QemuDevice &device)
{
    const QString word = device.value("romsize"_L1);
    if (word.isEmpty() || hasShellVariable(word))
        return;
    bool read = false;
    const quint32 size = word.toUInt(&read, 0);
    // The highest is what QEMU has for one that is not written.
    if (!read || (size != std::numeric_limits<quint32>::max() && !std::has_single_bit(size)))
        refuseValue("romsize"_L1, word);
}

void QemuDeviceChecks::checkIommu(const QemuDevice &device)
{
    const bool ofVendor = device.driver == "intel-iommu"_L1 || device.driver == "amd-iommu"_L1;
    if (!ofVendor && !device.driver.startsWith("virtio-iommu"_L1))
        return;
    if (ofVendor && m_noIommu)
        refuse(tr("this machine type takes no %1").arg(printable(device.driver)));
    if (m_hasIommu)
        refuse(tr("QEMU takes one IOMMU only"));
    m_hasIommu = true;
}

} // namespace rootward
