// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "machineproperty.h"

#include "propertystring.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxTypeLength = 40;
constexpr int leastAwBits = 32;
constexpr int mostAwBits = 64;
constexpr int intelAwBits[] = {39, 48};

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isType(const QString &text)
{
    static const QRegularExpression pattern(
        uR"(\A(?:pc|q35|virt|(?:pc(?:-i440fx)?|pc-q35)-\d+(?:\.\d+)+(?:\+pve\d+)?(?:\.pxe)?|)"
        uR"(virt-\d+(?:\.\d+)+(?:\+pve\d+)?)\z)"_s);
    return text.size() <= maxTypeLength && pattern.match(text).hasMatch();
}

/// False where the schema does not know the key or does not admit the value.
bool take(MachineProperty &machine, const PropertyPart &part)
{
    if (part.key == "type"_L1) {
        machine.type = part.value;
        return isType(part.value);
    }
    if (part.key == "viommu"_L1) {
        machine.viommu = part.value;
        return part.value == "intel"_L1 || part.value == "virtio"_L1;
    }
    if (part.key == "aw-bits"_L1) {
        bool isNumber = false;
        machine.awBits = part.value.toInt(&isNumber);
        return isNumber && *machine.awBits >= leastAwBits && *machine.awBits <= mostAwBits;
    }
    return (part.key == "enable-s3"_L1 || part.key == "enable-s4"_L1)
        && proxmoxBoolean(part.value).has_value();
}

} // namespace

Result<MachineProperty> MachineProperty::parse(const QString &text)
{
    const auto parts = splitPropertyString(text, "type"_L1);
    if (!parts)
        return std::unexpected(parts.error());
    MachineProperty machine;
    for (const PropertyPart &part : *parts) {
        if (!part.key.isEmpty() && !take(machine, part)) {
            return std::unexpected(Error {Error::Kind::BadData,
                                          tr("the machine cannot have %1 \"%2\"")
                                              .arg(shortened(part.key), shortened(part.value)),
                                          {},
                                          {}});
        }
    }
    return machine;
}

QStringList MachineProperty::startRefusals() const
{
    QStringList refusals;
    if (viommu == "intel"_L1 && !isQ35()) {
        refusals.append(tr("Intel's vIOMMU needs a q35 machine (Proxmox: to use Intel vIOMMU "
                           "please set the machine type to q35)"));
    }
    if (awBits && viommu.isEmpty()) {
        refusals.append(tr("aw-bits is given and no vIOMMU is (Proxmox: cannot set aw-bits if no "
                           "vIOMMU is configured)"));
    }
    if (awBits && viommu == "intel"_L1 && *awBits != intelAwBits[0] && *awBits != intelAwBits[1])
        refusals.append(tr("Intel's vIOMMU has 39 or 48 aw-bits, not %1").arg(*awBits));
    return refusals;
}

} // namespace rootward
