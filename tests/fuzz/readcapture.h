// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>

/// Reads a capture, asks the rule of every function of every host in it, and writes the tree. Stops
/// the fuzzer where what was read breaks a promise of Topology.
void readAndAsk(const QByteArray &bytes);
