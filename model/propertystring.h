// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QList>
#include <QString>

#include <optional>

namespace rootward {

/// One part of a Proxmox property string. What holds no key and no value keeps its text, so that
/// the string can be printed as it was.
struct PropertyPart {
    QString key; ///< the default key for a bare part; empty: blanks between commas
    QString value;
    bool bare = false; ///< written without "key="

    friend bool operator==(const PropertyPart &, const PropertyPart &) = default;
};

/// Splits "a,b=c,d=e" without judging keys or values. Refuses a part without a key or a value and
/// a key that is given twice. Source: pve-common JSONSchema.pm parse_property_string().
Result<QList<PropertyPart>> splitPropertyString(QStringView text, QLatin1StringView defaultKey);

/// What splitPropertyString() read, byte for byte.
QString printPropertyString(const QList<PropertyPart> &parts);

/// The value of one key; nullopt where it is absent or the string is refused.
std::optional<QString> propertyValue(QStringView text, QStringView key,
                                     QLatin1StringView defaultKey);

/// "1", "on", "yes", "true" and their opposites, in any case; nullopt: no boolean.
std::optional<bool> proxmoxBoolean(QStringView word);

/// What a message quotes of a text that may be of any length.
QString shortened(QStringView text);

} // namespace rootward
