// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "planreport.h"
#include "printable.h"
#include "shellquote.h"

#include <QCoreApplication>

namespace rootward {

Result<QByteArray> writeHostpci(const ExportRequest &request)
{
    if (const auto refusal = lacksHostpciLines(request.plan))
        return std::unexpected(*refusal);
    // What Proxmox would refuse is no line of a configuration; its text may be anything.
    Plan accepted = request.plan;
    accepted.entries.removeIf(
        [](const PlanEntry &entry) { return !HostpciValue::parse(entry.value); });
    for (const PlanEntry &entry : accepted.entries) {
        if (!isOneLine(entry.value))
            return std::unexpected(controlCharacter(entry.value));
    }
    return hostpciLines(accepted).toUtf8();
}

Error controlCharacter(const QString &value)
{
    return {Error::Kind::BadData,
            QCoreApplication::translate("rootward",
                                        "a value holds a control character, which no configuration "
                                        "can hold: %1")
                .arg(printable(value)),
            {},
            {}};
}

std::optional<Error> lacksHostpciLines(const Plan &plan)
{
    if (!plan.layout)
        return std::nullopt;
    const auto tr = [](const char *text) { return QCoreApplication::translate("rootward", text); };
    return Error {Error::Kind::BadData,
                  tr(QT_TRANSLATE_NOOP("rootward",
                                       "this VM is defined for libvirt or QEMU: it has no hostpci "
                                       "lines")),
                  {},
                  tr(QT_TRANSLATE_NOOP("rootward",
                                       "export it as libvirt or qemu, or plan with --set "
                                       "hostpciN=VALUE"))};
}

} // namespace rootward
