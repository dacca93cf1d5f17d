// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pvereport.h"

#include "vmline.h"

namespace rootward {

namespace {

constexpr QByteArrayView configCommand = "# cat /etc/pve/qemu-server/";
constexpr QByteArrayView configEnd = ".conf";
constexpr int lowestVmid = 100;

/// "==== info about virtual guests ====".
bool isSectionHead(QByteArrayView line)
{
    constexpr QByteArrayView mark = "====";
    return line.size() > 2 * mark.size() && line.startsWith(mark) && line.trimmed().endsWith(mark);
}

/// The number in "# cat /etc/pve/qemu-server/102.conf"; 0: the line is another.
int vmidOf(QByteArrayView line)
{
    line = line.trimmed();
    if (!line.startsWith(configCommand) || !line.endsWith(configEnd)
        || line.size() < configCommand.size() + configEnd.size())
        return 0;
    bool number = false;
    const int vmid = line.sliced(configCommand.size()).chopped(configEnd.size()).toInt(&number);
    return number && vmid >= lowestVmid ? vmid : 0;
}

/// Whether the report goes on with something else there: a section, or a command that it runs
/// beside the configurations.
bool endsConfig(QByteArrayView line)
{
    const QByteArrayView command = line.trimmed();
    return isSectionHead(line) || line.startsWith("# cat /etc/pve/") || command == "# qm list"
        || command == "# pct list";
}

/// Without the blank lines that the report puts around.
QByteArrayView withoutBlankEnds(QByteArrayView text)
{
    while (text.startsWith('\n') || text.startsWith('\r'))
        text = text.sliced(1);
    while (text.endsWith("\n\n") || text.endsWith("\r\n\r\n"))
        text.chop(text.endsWith("\r\n") ? 2 : 1);
    return text;
}

} // namespace

bool isPveReport(QByteArrayView text)
{
    bool section = false;
    bool command = false;
    for (qsizetype at = 0; at < text.size() && !(section && command);) {
        const VmLine line = vmLineAt(text, at);
        const QByteArrayView words = line.text(text);
        section = section || isSectionHead(words);
        command = command || vmidOf(words) != 0 || words.startsWith("# pveversion");
        at = line.next;
    }
    return section && command;
}

QList<ReportedVm> vmsOfPveReport(QByteArrayView text)
{
    QList<ReportedVm> vms;
    qsizetype begin = -1;
    int number = 0;
    bool noted = false; // behind a line of the VM's notes, whatever it looks like
    const auto finish = [&](qsizetype end) {
        if (begin >= 0)
            vms.last().config = withoutBlankEnds(text.sliced(begin, end - begin)).toByteArray();
        begin = -1;
    };
    for (qsizetype at = 0; at < text.size();) {
        const VmLine line = vmLineAt(text, at);
        const QByteArrayView words = line.text(text);
        ++number;
        if (!noted && endsConfig(words))
            finish(at);
        if (const int vmid = noted ? 0 : vmidOf(words); vmid != 0) {
            vms.removeIf([vmid](const ReportedVm &known) { return known.vmid == vmid; });
            vms.append({vmid, number + 1, {}});
            begin = line.next;
            at = line.next;
            continue;
        }
        noted = begin >= 0 && words.startsWith('#');
        at = line.next;
    }
    finish(text.size());
    return vms;
}

} // namespace rootward
