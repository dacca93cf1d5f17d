// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QByteArrayView>

namespace rootward {

/// Reads the heading of a stanza, "CLASS: VENDOR DEVICE (rev RR) (prog-if PP [NAME])" in any of
/// the forms that -n and -nn give it, into class, ids and names. Returns whether the revision
/// reads ff, as it does where the function does not answer.
bool readHeading(QByteArrayView heading, PciFunction &function);

/// Names by pci.ids what no words named, and ids by the names where no digits gave them.
void completeNames(PciFunction &function);

/// A number of exactly `digits` hexadecimal digits.
std::optional<quint32> hexNumber(QByteArrayView text, qsizetype digits);

} // namespace rootward
