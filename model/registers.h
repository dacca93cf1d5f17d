// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"

#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// The registers that a rule reads, or that are shown as information.
/// Source: PCIe Base Specification 7.5.3.2, 7.5.3.15, 7.5.3.16.
enum class RegisterId { ExpressCapabilities, DeviceCapabilities2, DeviceControl2 };

/// What a field says. Unknown: it applies, or may, but was not read; it is never No.
enum class FieldValue { Yes, No, Number, Unknown, NotApplicable };

/// What the rule that reads the field makes of it. None: nothing reads it, or it decides nothing.
enum class FieldEffect { None, Carries, Blocks, Unknown };

/// A field of a register, decoded.
struct RegisterField {
    int high = 0; ///< bits of the register, both included
    int low = 0;
    QString name; ///< as the specification has it
    FieldValue value = FieldValue::Unknown;
    QString text; ///< "yes", "does not apply", "Root Port (0x4)"
    std::optional<quint32> bits; ///< as they stand in the register; nullopt: no bytes
    QString meaning; ///< of this value on this function, in words
    QString rule; ///< which rules read it, in words; says so where none does
    bool isRead = false; ///< a rule reads it
    FieldEffect effect = FieldEffect::None;

    QString bitText() const; ///< "6", "7:4"
    friend bool operator==(const RegisterField &, const RegisterField &) = default;
};

/// A register of a function.
struct FunctionRegister {
    RegisterId id = RegisterId::ExpressCapabilities;
    QString name;
    int offset = 0; ///< within the capability
    std::optional<int> place; ///< in the configuration space; nullopt: not shown
    int digits = 4; ///< hexadecimal, of its full width
    std::optional<quint32> raw; ///< nullopt: no bytes, see `cause`
    QString cause; ///< why there is no raw value; empty where there is one
    QList<RegisterField> fields; ///< from the lowest bit up

    QString rawText() const; ///< "0x0142"; "unknown"
    QString placeText() const; ///< "+24h, at 7ch"
    friend bool operator==(const FunctionRegister &, const FunctionRegister &) = default;
};

/// The registers of a function, or why there are none.
struct FunctionRegisters {
    QList<FunctionRegister> registers;
    QString note; ///< what is missing and why; empty: nothing is
    QString remedy; ///< what to run to know more; empty: nothing helps or is needed
    bool predicted = false; ///< of a guest that nothing was read of

    friend bool operator==(const FunctionRegisters &, const FunctionRegisters &) = default;
};

/// Of a function of the host.
FunctionRegisters hostRegisters(const PciFunction &function);

/// What a guest is predicted to read of a node of outcome.guestTree: a passed function's own bits,
/// a root port's as QEMU sets them. Only fields that are predicted; no raw values, since a guest's
/// control bits are its own.
FunctionRegisters guestRegisters(const Plan &plan, const PlanOutcome &outcome, int node);

/// The guest function behind a node, as guestRegisters() reads it; nullopt: not visible.
std::optional<PciFunction> guestFunctionOf(const PlanOutcome &outcome, int node);

} // namespace rootward
