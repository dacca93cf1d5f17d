// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "export_document.h"
#include "printable.h"
#include "shellquote.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

std::optional<int> vmidOf(const Plan &plan)
{
    if (plan.guest.vmid || !plan.document)
        return plan.guest.vmid;
    return plan.document->vmid();
}

QString comment(const QString &sentence)
{
    return u"# "_s + printable(sentence, sentence.size()) + u'\n';
}

QString headOf(const Plan &plan)
{
    QString lines = comment(
        Text::tr("On the Proxmox node, as root. Takes effect only after a full stop and start of "
                 "the VM: a reboot from inside the guest is not enough."));
    if (!plan.document) {
        if (std::ranges::any_of(plan.entries, [](const PlanEntry &entry) {
                const auto value = HostpciValue::parse(entry.value);
                return value && value->pcie();
            }))
            lines += comment(Text::tr("PCI-Express needs the machine type q35."));
        return lines;
    }
    if (const QString lock = plan.document->nextStart().value(u"lock"_s); !lock.isEmpty())
        lines += comment(reasonSentence(Reason::ProxmoxLocked, {lock}));
    return lines;
}

/// Each option on its own: of a plan without a file there is no digest that a first one spoils.
QString linesWithoutDocument(const DocumentChanges &changes, const QString &command)
{
    QString lines;
    for (const PlanEntry &entry : changes.changed) {
        lines += command
            + u" --hostpci%1 %2\n"_s.arg(QString::number(entry.index), shellQuoted(entry.value));
    }
    return lines;
}

/// One command: the digest, where it is known, holds for the file as it is before it.
QString lineForDocument(const Plan &plan, const DocumentChanges &changes, const QString &command)
{
    QString line = command;
    QStringList removed;
    for (const PlanEntry &entry : changes.changed)
        line += u" --hostpci%1 "_s.arg(entry.index) + shellQuoted(entry.value);
    if (changes.machine && !changes.machine->isEmpty())
        line += u" --machine "_s + shellQuoted(*changes.machine);
    for (const int index : changes.removed)
        removed.append("hostpci"_L1 + QString::number(index));
    if (changes.machine && changes.machine->isEmpty())
        removed.append(u"machine"_s);
    if (!removed.isEmpty())
        line += u" --delete "_s + removed.join(u',');
    if (const auto digest = plan.document->digest())
        line += u" --digest "_s + QString::fromLatin1(*digest);
    return line + u'\n';
}

} // namespace

Result<QByteArray> writeQm(const ExportRequest &request)
{
    const Plan &plan = request.plan;
    if (const auto refusal = lacksHostpciLines(plan))
        return std::unexpected(*refusal);
    const auto vmid = vmidOf(plan);
    if (!vmid)
        return std::unexpected(Error {Error::Kind::Usage,
                                      Text::tr("the VM's number is not known"),
                                      {},
                                      Text::tr("name it with --vmid N")});
    const DocumentChanges changes = documentChanges(plan);
    QStringList values {changes.machine.value_or(QString())};
    for (const PlanEntry &entry : changes.changed)
        values.append(entry.value);
    for (const QString &value : values) {
        if (!isOneLine(value))
            return std::unexpected(controlCharacter(value));
    }
    QString text = headOf(plan);
    const QString command = "qm set "_L1 + QString::number(*vmid);
    if (changes.isEmpty())
        text += comment(Text::tr("Nothing to change: the VM has these lines already."));
    else if (plan.document)
        text += lineForDocument(plan, changes, command);
    else
        text += linesWithoutDocument(changes, command);
    return text.toUtf8();
}

} // namespace rootward
