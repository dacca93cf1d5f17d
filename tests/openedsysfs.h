// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "import_sysfs.h"
#include "madesysfs.h"

#include <QTemporaryDir>

#include <algorithm>

namespace rootward {

using namespace Qt::StringLiterals;

/// Short ways to folders of a made /sys and to what is read of them.
inline QString written(QTemporaryDir &dir, const QList<MadeEntry> &entries)
{
    return dir.isValid() && writeEntries(dir.path(), entries) ? dir.path() : QString();
}

inline HostCapture nothing()
{
    HostCapture capture;
    capture.topology = Topology::fromFunctions({}).topology;
    return capture;
}

inline HostCapture opened(const QString &folder)
{
    auto capture = openHost(folder);
    if (!capture)
        qWarning("%s", qPrintable(capture.error().toString()));
    return capture ? *capture : nothing();
}

inline HostCapture captureOf(const QList<MadeEntry> &entries)
{
    QTemporaryDir dir;
    return opened(written(dir, entries));
}

inline Error errorOf(const Result<HostCapture> &capture)
{
    return capture ? Error {Error::Kind::Usage, u"it was read"_s, {}, {}} : capture.error();
}

inline bool has(const HostCapture &capture, Reason reason)
{
    return std::ranges::any_of(capture.problems, [reason](const CaptureProblem &problem) {
        return problem.reason == reason;
    });
}

inline PciFunction at(const HostCapture &capture, const QString &address)
{
    const int index = capture.topology->indexOf(*PciAddress::parse(address));
    return index < 0 ? PciFunction {} : capture.topology->at(index);
}

} // namespace rootward
