// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtchecks.h"

#include "printable.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QHash>
#include <QSet>

#include <algorithm>
#include <iterator>
#include <limits>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// libvirt's name of a PCI controller, and QEMU's of what it becomes.
struct ControllerRow {
    QLatin1StringView model;
    QLatin1StringView driver;
    QLatin1StringView otherDriver; ///< that its model element may name instead
};
constexpr ControllerRow controllerRows[] = {
    {"pcie-root-port"_L1, "pcie-root-port"_L1, "ioh3420"_L1},
    {"pcie-switch-upstream-port"_L1, "x3130-upstream"_L1, {}},
    {"pcie-switch-downstream-port"_L1, "xio3130-downstream"_L1, {}},
    {"pcie-to-pci-bridge"_L1, "pcie-pci-bridge"_L1, {}},
    {"dmi-to-pci-bridge"_L1, "i82801b11-bridge"_L1, {}},
    {"pci-bridge"_L1, "pci-bridge"_L1, {}},
    {"pcie-expander-bus"_L1, "pxb-pcie"_L1, {}},
    {"pci-expander-bus"_L1, "pxb"_L1, {}},
};

const ControllerRow *rowOf(QStringView model)
{
    const auto row = std::ranges::find_if(controllerRows, [model](const ControllerRow &candidate) {
        return model == candidate.model;
    });
    return row == std::end(controllerRows) ? nullptr : row;
}

QString outOfRange(QLatin1StringView name, std::optional<int> number, int lowest, int highest)
{
    return !number || (*number >= lowest && *number <= highest)
        ? QString()
        : tr("there is no %1 %2").arg(name).arg(*number);
}

/// What one PCI controller says.
QString controllerRefusal(const LibvirtDevice &device)
{
    const ControllerRow *row = rowOf(device.model);
    const bool named = row != nullptr && !device.modelName.isEmpty()
        && device.modelName != row->driver && device.modelName != row->otherDriver;
    if (named) {
        return tr("a controller of model %1 cannot be %2")
            .arg(printable(device.model, 40), printable(device.modelName, 40));
    }
    for (const QString &fault : {outOfRange("index"_L1, device.index, 0, 0xff),
                                 outOfRange("chassis"_L1, device.chassis, 0, 0xff),
                                 outOfRange("chassisNr"_L1, device.chassisNumber, 1, 0xff),
                                 outOfRange("port"_L1, device.port, 0, 0xff),
                                 outOfRange("busNr"_L1, device.busNumber, 1, 0xfe)}) {
        if (!fault.isEmpty())
            return fault;
    }
    return {};
}

/// What one device alone may have, and `seen` has already.
QString twinRefusal(QSet<QString> &seen, const LibvirtDevice &device)
{
    // USB companions share their index; the names that libvirt gives are its own matter.
    QStringList words;
    if (device.element == "controller"_L1 && device.type != "usb"_L1 && device.index) {
        words.append(u"controller type=\"%1\" index=\"%2\""_s.arg(printable(device.type, 40))
                         .arg(*device.index));
    }
    if (device.alias.startsWith("ua-"_L1))
        words.append(u"alias name=\"%1\""_s.arg(printable(device.alias, 40)));
    if (device.bootOrder)
        words.append(u"boot order=\"%1\""_s.arg(*device.bootOrder));
    if (device.acpiIndex.value_or(0) > 0)
        words.append(u"acpi index=\"%1\""_s.arg(*device.acpiIndex));
    for (const QString &word : std::as_const(words)) {
        if (seen.contains(word))
            return tr("%1 is given to two devices").arg(word);
        seen.insert(word);
    }
    return {};
}

/// The slots that libvirt fills on the bus of such a controller.
struct SlotRange {
    int lowest = 0;
    int highest = 0x1f;
};
SlotRange slotsOf(QStringView model)
{
    static constexpr QLatin1StringView withoutFirst[] = {"pci-root"_L1, "pcie-root"_L1,
                                                         "pci-bridge"_L1, "pcie-to-pci-bridge"_L1};
    static constexpr QLatin1StringView single[] = {"pcie-root-port"_L1,
                                                   "pcie-switch-downstream-port"_L1};
    return {isOneOf(model, withoutFirst) ? 1 : 0, isOneOf(model, single) ? 0 : 0x1f};
}

/// Looks at the devices of one domain, one after the other.
class DomainChecks {
public:
    explicit DomainChecks(const LibvirtXml &domain) : m_domain(domain)
    {
        for (const LibvirtDevice &device : domain.devices) {
            if (isPciController(device) && device.index)
                m_models.insert(*device.index, device.model);
        }
    }

    QString refusalOf(const LibvirtDevice &device);

private:
    static bool isPciController(const LibvirtDevice &device)
    {
        return device.element == "controller"_L1 && device.type == "pci"_L1;
    }
    QString slotRefusal(const LibvirtDevice &device) const;
    QString bootRefusal(const LibvirtDevice &device) const;
    QString iommuRefusal(const LibvirtDevice &device);

    const LibvirtXml &m_domain;
    QHash<int, QString> m_models; ///< of the PCI controllers, by index
    QSet<QString> m_seen;
    bool m_hasIommu = false;
};

QString DomainChecks::slotRefusal(const LibvirtDevice &device) const
{
    const LibvirtAddress &address = device.address;
    const QString model = m_models.value(address.bus.value_or(0));
    if (address.type != "pci"_L1 || !address.slot || model.isEmpty())
        return {};
    const auto [lowest, highest] = slotsOf(model);
    if (*address.slot >= lowest && *address.slot <= highest)
        return {};
    return tr("a %1 has no slot %2 for it").arg(printable(model, 40)).arg(*address.slot);
}

QString DomainChecks::bootRefusal(const LibvirtDevice &device) const
{
    return device.bootOrder && m_domain.bootsByOs
        ? tr("a boot order of a device and one of the os element exclude each other")
        : outOfRange("boot order"_L1, device.bootOrder, 1, std::numeric_limits<int>::max());
}

/// libvirt gives it to QEMU, which ends there.
QString DomainChecks::iommuRefusal(const LibvirtDevice &device)
{
    if (device.element != "iommu"_L1)
        return {};
    const bool second = m_hasIommu;
    m_hasIommu = true;
    return second ? tr("a domain has one IOMMU only") : QString();
}

QString DomainChecks::refusalOf(const LibvirtDevice &device)
{
    constexpr int highestAcpiIndex = 0x3fff; // of QEMU
    const QStringList faults {
        device.broken.isEmpty() ? QString() : tr("libvirt does not take %1").arg(device.broken),
        isPciController(device) ? controllerRefusal(device) : QString(),
        outOfRange("acpi index"_L1, device.acpiIndex, 0, highestAcpiIndex),
        bootRefusal(device),
        slotRefusal(device),
        iommuRefusal(device),
        twinRefusal(m_seen, device),
    };
    const auto fault =
        std::ranges::find_if(faults, [](const QString &why) { return !why.isEmpty(); });
    return fault == faults.end() ? QString() : *fault;
}

} // namespace

QString libvirtRefusal(const LibvirtXml &domain)
{
    DomainChecks checks(domain);
    for (const LibvirtDevice &device : domain.devices) {
        const QString why = checks.refusalOf(device);
        if (!why.isEmpty())
            return tr("%1 (line %2, %3)")
                .arg(why, QString::number(device.line), printable(device.element, 40));
    }
    return {};
}

QLatin1StringView libvirtControllerDriver(QStringView model)
{
    const ControllerRow *row = rowOf(model);
    return row == nullptr ? QLatin1StringView() : row->driver;
}

} // namespace rootward
