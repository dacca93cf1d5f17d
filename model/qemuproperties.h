// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "qemuoptions.h"
#include "qemupropertytable.h"

#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// What -global gives to every device of a type that does not say it itself.
struct QemuGlobal {
    QString driver; ///< "vfio-pci", or what that is a kind of: "pci-device"
    QString property;
    QString value;
    QString written; ///< "-global vfio-pci.multifunction=on"
};

/// Reads "vfio-pci.multifunction=on" and "driver=…,property=…,value=…". nullopt: neither.
/// Source: QEMU system/vl.c, qemu_global_option().
std::optional<QemuGlobal> parseQemuGlobal(const QString &value);

/// Whether a device of that driver gets what is set for `type`: its own or one that it is a kind
/// of. Source: QEMU hw/core/qdev-properties.c, object_apply_global_props(); the types by -device
/// TYPE,help and by experiment.
bool isKindOf(const QString &driver, const QString &type);

/// Whether a property may be changed without a change of where a device stands, of what vfio asks
/// for or of what the guest sees of it. False for one that is not known.
bool isHarmlessProperty(const QString &property);

/// What one of the globals changes of a device and is not modelled; empty: nothing. `written` are
/// the properties that the device has itself, which no global changes.
QString openedByGlobals(const QString &driver, const QMap<QString, QString> &written,
                        const QList<QemuGlobal> &globals);

/// Gives the devices what they lack. What is not modelled leaves a device open.
void applyGlobals(QList<QemuDevice> &devices, const QList<QemuGlobal> &globals);

} // namespace rootward
