// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace rootward {

/// Where bytes begin in the text that they are a part of.
struct BytesStart {
    int line = 1;
    int column = 0; ///< what stands before them on their line
};

/// Whether a tag of a domain, or of a part of one, begins a line; then where, from the start.
std::optional<qsizetype> libvirtStart(QByteArrayView text);

struct XmlEncoding {
    QByteArray name; ///< "ISO-8859-1"; empty: none is declared, so it is UTF-8
    int line = 1; ///< of the declaration
};

/// What the last XML declaration says. Source: XML 1.0, 4.3.3.
XmlEncoding declaredEncoding(QByteArrayView prolog);

/// The bytes as UTF-8. Fails at the first that is none, or at an encoding that is not known.
Result<QByteArray> decodedXml(QByteArrayView bytes, const XmlEncoding &encoding, BytesStart start);

/// The first element with more attributes than any of a domain has: a parser compares each of
/// them with all others.
std::optional<Error> tooManyAttributes(QByteArrayView xml, BytesStart start);

inline constexpr int maxAttributes = 256;

} // namespace rootward
