// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "headless.h"

#include "output.h"
#include "planinput.h"
#include "planreport.h"
#include "printable.h"
#include "treereport.h"
#include "verifyreport.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <cstdio>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Command = CommandLine::Command;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

int finish(const Result<void> &written, int status)
{
    return written ? status : fail(written.error());
}

int runTree(const CommandLine &line)
{
    const auto host = openHost(line.host, line.open);
    if (!host)
        return fail(host.error());
    const KernelVersion kernel =
        line.hostKernel.value_or(host->hostKernel.value_or(KernelVersion()));
    const auto write = [&](QIODevice &out) {
        if (line.format == u"json")
            writeTreeJson(out, *host, kernel);
        else
            out.write((line.format == u"dot" ? treeDot(*host, kernel) : treeText(*host, kernel))
                          .toUtf8());
    };
    return finish(writeOutput({}, write), 0);
}

void warn(const QString &sentence)
{
    std::fprintf(stderr, "rootward: %s\n", qUtf8Printable(printable(sentence)));
}

/// --set lines go over those of the VM file; on their own they are the whole plan.
void applyGuestOptions(Plan &plan, const CommandLine &line)
{
    if (!line.entries.isEmpty() && line.vmFiles.isEmpty()) {
        if (!plan.entries.isEmpty())
            warn(Text::tr("--set is the whole plan: the example's own lines are left out"));
        const std::optional<QemuVersion> qemu = plan.guest.qemu;
        plan.entries.clear();
        plan.document.reset();
        plan.guest = GuestMachine();
        plan.guest.qemu = qemu;
    }
    for (const PlanEntry &entry : line.entries)
        plan = plan.withEntry(entry.index, entry.value);
    if (line.machine) {
        plan.guest.machine = line.machine->type;
        plan.guest.viommu = line.machine->viommu;
    }
    if (line.vmid)
        plan.guest.vmid = line.vmid;
    if (line.qemu)
        plan.guest.qemu = line.qemu;
    if (line.guestKernel)
        plan.guest.guestKernel = *line.guestKernel;
    if (line.hostKernel)
        plan.hostKernel = *line.hostKernel;
    plan.drivers = line.drivers;
    plan.node = line.node;
}

/// What the options themselves give cause to say.
void noteOptions(PlanInput &input, const CommandLine &line)
{
    if (line.machine) {
        for (const QString &refusal : line.machine->startRefusals()) {
            input.notices.append({Reason::ProxmoxRefused, u"vm-start"_s, std::nullopt,
                                  reasonSentence(Reason::ProxmoxRefused, {refusal})});
        }
    }
    for (const int index : line.drivers.keys()) {
        if (index >= 0 && !input.plan.entry(index))
            warn(Text::tr("--driver hostpci%1: the plan has no such line").arg(index));
    }
}

/// What does not go together once the files are read.
Result<void> checkTogether(const CommandLine &line, const Plan &plan)
{
    if (plan.layout && !line.entries.isEmpty()) {
        return std::unexpected(
            Error {Error::Kind::Usage, Text::tr("goes with a Proxmox VM only"), u"--set"_s,
                   Text::tr("%1 places its devices itself").arg(line.vmFiles.first())});
    }
    return {};
}

Result<PlanInput> loadPlan(const CommandLine &line)
{
    std::optional<HostCapture> host;
    if (!line.host.isEmpty()) {
        auto opened = openHost(line.host, line.open);
        if (!opened)
            return std::unexpected(opened.error());
        host = std::move(*opened);
    }
    Result<PlanInput> input = startPlan(std::move(host), line.host);
    if (!line.vmFiles.isEmpty())
        input = withVmFiles(*std::move(input), line.vmFiles, line.vmid);
    if (input && !line.mappingFile.isEmpty())
        input = withMappings(*std::move(input), line.mappingFile);
    if (!input)
        return input;
    if (const auto fits = checkTogether(line, input->plan); !fits)
        return std::unexpected(fits.error());
    applyGuestOptions(input->plan, line);
    noteOptions(*input, line);
    return input;
}

QString hostLabel(const PlanInput &input)
{
    return input.host ? input.host->label : QString();
}

/// What Proxmox drops of a VM configuration belongs to the plan; lines that are no settings at all
/// are only mentioned.
void takeNotices(const PlanInput &input, PlanOutcome &outcome)
{
    for (Notice notice : input.notices) {
        if (notice.reason == Reason::ProxmoxRefused) {
            if (notice.stage.isEmpty())
                notice.stage = u"qm-set"_s;
            outcome.errors += notice;
        } else if (notice.reason == Reason::CaptureBadLine) {
            warn(notice.message);
        } else {
            outcome.warnings += notice;
        }
    }
}

int runPlan(const CommandLine &line)
{
    const auto input = loadPlan(line);
    if (!input)
        return fail(input.error());
    PlanOutcome outcome = evaluate(input->plan);
    takeNotices(*input, outcome);
    const auto write = [&](QIODevice &out) {
        if (line.format == u"json")
            writePlanJson(out, input->plan, outcome);
        else
            out.write(planText(input->plan, outcome, hostLabel(*input)).toUtf8());
    };
    return finish(writeOutput({}, write), planExitStatus(outcome));
}

/// What Proxmox refuses, for a command whose output does not hold it.
bool warnOfErrors(const PlanInput &input)
{
    PlanOutcome outcome;
    takeNotices(input, outcome);
    for (const Notice &error : outcome.errors)
        warn(error.message);
    return !outcome.errors.isEmpty();
}

/// What was read is never written over.
Result<void> refuseSource(const CommandLine &line)
{
    const QString target = QFileInfo(line.output).canonicalFilePath();
    for (const QString &source : line.vmFiles + QStringList {line.host, line.mappingFile}) {
        if (!target.isEmpty() && QFileInfo(source).canonicalFilePath() == target) {
            return std::unexpected(Error {Error::Kind::CannotWrite,
                                          Text::tr("this file was read, so it stays as it is"),
                                          line.output, Text::tr("choose another name")});
        }
    }
    return {};
}

/// The guest's capture may name its kernel, which the plan then is for.
int runVerify(const CommandLine &line)
{
    auto input = loadPlan(line);
    if (!input)
        return fail(input.error());
    const auto guest = openGuestCapture(line.guest);
    if (!guest)
        return fail(guest.error());
    if (isHostItself(*input->plan.host, *guest->capture.topology))
        return fail({Error::Kind::BadData, Text::tr("this is the host itself, not the guest"),
                     guest->capture.label,
                     Text::tr("run in the guest: %1").arg(u"sudo lspci -vvv -nn > guest.txt"_s)});
    if (!line.guestKernel && guest->capture.hostKernel)
        input->plan.guest.guestKernel = *guest->capture.hostKernel;
    const PlanOutcome outcome = evaluate(input->plan);
    const Verification verification = verifyPlan(input->plan, outcome, *guest);
    const auto write = [&](QIODevice &out) {
        if (line.format == u"json")
            writeVerifyJson(out, *guest, verification);
        else
            out.write(verifyText(input->plan, hostLabel(*input), *guest, verification).toUtf8());
    };
    const bool refused = warnOfErrors(*input);
    const int status = verifyExitStatus(verification);
    return finish(writeOutput({}, write), refused ? 1 : status);
}

int runExport(const CommandLine &line, ExportWriter writePicture)
{
    const ExportFormat *format = findExportFormat(line.exportAs);
    if (format->isPicture() && line.output.isEmpty() && isatty(STDOUT_FILENO))
        return fail({Error::Kind::Usage,
                     Text::tr("a picture is not written to a terminal"),
                     {},
                     Text::tr("name a file with -o, or redirect the output")});
    const auto input = loadPlan(line);
    if (!input)
        return fail(input.error());
    if (const auto free = refuseSource(line); !free)
        return fail(free.error());
    ExportRequest request;
    request.plan = input->plan;
    request.outcome = evaluate(input->plan);
    request.hostLabel = hostLabel(*input);
    request.unfoldAll = line.unfoldAll;
    request.scale = line.scale;
    request.dark = line.dark;
    request.form = line.form;
    request.redact = line.redact;
    const auto bytes =
        format->isPicture() ? writePicture(*format, request) : format->write(request);
    if (!bytes)
        return fail(bytes.error());
    warnOfErrors(*input);
    for (const EntryOutcome &entry : request.outcome.entries) {
        for (const Notice &error : entry.errors)
            warn(entry.source + u": "_s + error.message);
    }
    return finish(writeOutput(line.output, *bytes), 0);
}

} // namespace

int fail(const Error &error)
{
    warn(error.toString());
    return int(error.kind);
}

int runHeadless(const CommandLine &line, ExportWriter writePicture)
{
    switch (line.command) {
    case Command::Tree:
        return runTree(line);
    case Command::Plan:
        return runPlan(line);
    case Command::Export:
        return runExport(line, writePicture);
    case Command::Verify:
        return runVerify(line);
    case Command::Help:
        return finish(writeOutput({}, line.helpText.toUtf8()), 0);
    case Command::Version:
        return finish(writeOutput({}, QByteArray("rootward " ROOTWARD_VERSION "\n")), 0);
    case Command::Window:
        break;
    }
    return int(Error::Kind::Usage);
}

} // namespace rootward
