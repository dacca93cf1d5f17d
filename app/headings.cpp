// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headings.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QString joined(QStringList words)
{
    words.removeAll(QString());
    return words.join(u" · "_s);
}

} // namespace

QString hostHeading(const Plan &plan, const QString &label)
{
    QStringList words {label};
    if (plan.host)
        words += plan.host->size() == 1 ? Text::tr("1 function")
                                        : Text::tr("%1 functions").arg(plan.host->size());
    words += plan.hostKernel.version.isEmpty()
        ? Text::tr("kernel rule %1").arg(ruleId(plan.hostKernel.rule))
        : Text::tr("kernel %1").arg(plan.hostKernel.version);
    return joined(words);
}

QString guestHeading(const GuestMachine &guest)
{
    const QString number = guest.vmid ? QString::number(*guest.vmid) : QString();
    return joined({(number + u' ' + guest.name).trimmed(), guest.machine,
                   Text::tr("QEMU %1").arg(guest.qemuVersion().toString())});
}

} // namespace rootward
