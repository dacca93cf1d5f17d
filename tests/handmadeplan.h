// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "handmadehost.h"
#include "plan.h"

/// Plans on hand-made hosts, and their outcomes in few words.
namespace handmade {

using namespace Qt::StringLiterals;
using namespace rootward;

inline Plan planFor(const std::shared_ptr<const Topology> &machine, const QStringList &lines,
                    const QString &qemu = u"11.0"_s)
{
    Plan plan;
    plan.host = machine;
    plan.guest.os = GuestOs::Linux;
    plan.guest.qemu = QemuVersion::parse(qemu);
    for (int i = 0; i < lines.size(); ++i) {
        if (!lines.at(i).isEmpty())
            plan = plan.withEntry(i, lines.at(i));
    }
    return plan;
}

inline QString words(const std::optional<PerWidth<Answer>> &port)
{
    if (!port)
        return u"null"_s;
    return QString(answerId(port->w32)) + u'/' + answerId(port->w64) + u'/' + answerId(port->w128);
}

inline QStringList ids(const QList<Notice> &notices)
{
    QStringList list;
    for (const Notice &notice : notices)
        list.append(reasonId(notice.reason));
    return list;
}

inline QString summary(const EntryOutcome &entry)
{
    const QString reason = entry.reason ? QString(reasonId(*entry.reason)) : u"null"_s;
    return words(entry.rootPort) + u' ' + reason + u' ' + entryVerdictId(entry.verdict) + u' '
        + remedyId(entry.remedy);
}

inline const DriverOutcome &leadingDriver(const EntryOutcome &entry)
{
    return entry.functions.at(entry.leading).driver;
}

} // namespace handmade
