// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>

/// Where a test finds its files. Compiled once, so that no test depends on where the project lies.
namespace testpaths {

/// "/…/rootward/" and this, which begins with a name.
QString inProject(const QString &name);
/// Inside tests/data.
QString inData(const QString &name);
/// The command line program that this build made.
QString program();

} // namespace testpaths
