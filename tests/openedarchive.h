// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "import_archive.h"
#include "madearchive.h"

#include <QtLogging>

#include <algorithm>

namespace rootward {

using namespace Qt::StringLiterals;

/// Short ways to archives and to what is read of them.
using Kind = MadeEntry::Kind;

inline MadeEntry file(const QString &path, const QByteArray &bytes)
{
    return {Kind::File, path, bytes, {}};
}

inline const QByteArray device =
    "00:00.0 Host bridge: Intel Corporation Device 1234\n\tFlags: fast devsel\n\n";

inline HostCapture nothing()
{
    HostCapture capture;
    capture.topology = Topology::fromFunctions({}).topology;
    return capture;
}

inline HostCapture opened(const QByteArray &bytes)
{
    auto capture = readCapture(bytes, u"archive"_s);
    if (!capture)
        qWarning("%s", qPrintable(capture.error().toString()));
    return capture ? *capture : nothing();
}

inline Error errorOf(const QByteArray &bytes)
{
    const auto capture = readCapture(bytes, u"archive"_s);
    return capture ? Error {Error::Kind::Usage, u"it was read"_s, {}, {}} : capture.error();
}

inline Error errorWithin(const QByteArray &bytes, const ArchiveLimits &limits)
{
    const auto hosts = readArchivedHosts(bytes, {}, limits);
    return hosts ? Error {Error::Kind::Usage, u"it was read"_s, {}, {}} : hosts.error();
}

inline bool has(const QList<CaptureProblem> &problems, Reason reason, const QString &part)
{
    return std::ranges::any_of(problems, [&](const CaptureProblem &problem) {
        return problem.reason == reason && problem.message.contains(part);
    });
}

} // namespace rootward
