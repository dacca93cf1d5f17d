// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArrayView>

#include <optional>
#include <utility>

/// The pieces of a line of lspci.
namespace rootward::lspcivalue {

/// What follows `label` in `text`, up to the first of `ends`; null where the label is missing.
QByteArrayView after(QByteArrayView text, QByteArrayView label, QByteArrayView ends);
QByteArrayView firstWord(QByteArrayView text);
/// A decimal number; nullopt: anything else.
std::optional<int> number(QByteArrayView text);
/// GT/s of "8GT/s (ok)"; 0 where it is not known.
double speed(QByteArrayView text);
/// Lanes of "x16"; 0 where they are not known.
int width(QByteArrayView text);
/// Vendor and device of "[1af4:1100]" at the end of a text.
std::optional<std::pair<quint16, quint16>> bracketedIds(QByteArrayView text);

} // namespace rootward::lspcivalue
