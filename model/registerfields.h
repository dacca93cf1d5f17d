// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "registers.h"

#include <span>

namespace rootward {

// The tables behind registers.h: which fields there are, and what each says on which port type.

enum class Field {
    CapabilityVersion,
    DevicePortType,
    SlotImplemented,
    InterruptMessage,
    AriSupported,
    Routing,
    Completer32,
    Completer64,
    Completer128,
    AriEnabled,
    RequesterEnable,
    EgressBlocking,
};

struct RegisterRow {
    RegisterId id;
    const char *name;
    int offset;
    int digits;
};
std::span<const RegisterRow> registerRows();

struct FieldRow {
    Field field;
    RegisterId id;
    int high;
    int low;
    const char *name;
};
/// By register, from the lowest bit up.
std::span<const FieldRow> fieldRows();

/// Who reads a field.
enum class FieldReader { Nobody, KernelPath, Vfio, KernelPathAndQemu };

/// What a field says on a port type.
struct FieldSense {
    FieldReader reader = FieldReader::Nobody;
    const char *yes = nullptr; ///< English, translation source
    const char *no = nullptr;
    std::optional<bool> carries {}; ///< the value that the rule wants; nullopt: it decides nothing
};
FieldSense fieldSense(Field field, const PciFunction &function);

/// The field exists on this function, or may.
bool fieldApplies(Field field, const PciFunction &function);

/// The bit as the model has it; nullopt also for fields that only bytes tell.
std::optional<bool> fieldBit(Field field, const PciFunction &function);

} // namespace rootward
