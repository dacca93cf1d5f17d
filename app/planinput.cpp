// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planinput.h"

#include "examples.h"
#include "pvereport.h"
#include "vmdefinition.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// Reads a file of moderate size that must be what `what` says.
Result<QByteArray> readSmallFile(const QString &fileName, const QString &what, const QString &hint)
{
    const QFileInfo info(fileName);
    if (!info.exists())
        return std::unexpected(
            Error {Error::Kind::NoInput, Text::tr("no such file"), fileName, {}});
    if (!info.isFile())
        return std::unexpected(Error {Error::Kind::BadData, what, fileName, hint});
    if (info.size() > maxVmDefinitionBytes) {
        const QString limit = QString::number(maxVmDefinitionBytes / (1024 * 1024));
        return std::unexpected(Error {Error::Kind::BadData,
                                      Text::tr("larger than the limit of %1 MiB").arg(limit),
                                      fileName, hint});
    }
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error {Error::Kind::NoInput, file.errorString(), fileName, {}});
    return file.readAll();
}

LoadedVm loaded(const QString &path, const QString &name, const VmDefinition &definition)
{
    const std::optional<int> vmid = definition.guest.vmid;
    return {path, vmid ? Text::tr("VM %1").arg(*vmid) : name, definition};
}

/// A name before what could not be read, since there may be several files.
LoadedVm named(const QString &path, const QString &name, const VmDefinition &definition)
{
    LoadedVm vm = loaded(path, name, definition);
    for (Notice &notice : vm.definition.problems) {
        if (notice.reason == Reason::CaptureBadLine)
            notice.message = u"%1: %2"_s.arg(name, notice.message);
    }
    return vm;
}

/// The VMs of a report, at least one. One that cannot be read is said with the others.
Result<QList<LoadedVm>> readReport(const QString &path, const QByteArray &report)
{
    QList<LoadedVm> vms;
    QList<Notice> unread;
    Error error {Error::Kind::BadData, Text::tr("this report holds no VM configuration"),
                 QFileInfo(path).fileName(), Text::tr("give /etc/pve/qemu-server/VMID.conf")};
    for (const ReportedVm &reported : vmsOfPveReport(report)) {
        const QString name = u"%1.conf"_s.arg(reported.vmid);
        const auto vm = readVmDefinition(reported.config, name);
        if (vm) {
            vms.append(named(path, name, *vm));
            continue;
        }
        error = vm.error();
        unread.append({Reason::CaptureBadLine,
                       {},
                       std::nullopt,
                       Text::tr("line %1: %2").arg(reported.line).arg(error.toString())});
    }
    std::ranges::stable_partition(
        vms, [](const LoadedVm &vm) { return !vm.definition.entries.isEmpty(); });
    if (vms.isEmpty())
        return std::unexpected(error);
    vms.first().definition.problems += unread;
    return vms;
}

/// Never empty.
Result<QList<LoadedVm>> readVmFile(const QString &fileName)
{
    const auto bytes =
        readSmallFile(fileName, Text::tr("this is not the definition of a VM"),
                      Text::tr("give /etc/pve/qemu-server/VMID.conf, a libvirt domain or a QEMU "
                               "command"));
    if (!bytes)
        return std::unexpected(bytes.error());
    const QString name = QFileInfo(fileName).fileName();
    if (isPveReport(*bytes))
        return readReport(fileName, *bytes);
    const auto vm = readVmDefinition(*bytes, name);
    if (!vm)
        return std::unexpected(vm.error());
    return QList {named(fileName, name, *vm)};
}

Error noSuchVm(const QList<LoadedVm> &vms, int vmid)
{
    QStringList labels;
    for (const LoadedVm &vm : vms)
        labels.append(vm.label);
    return {Error::Kind::BadData,
            Text::tr("there is no VM %1 among %2").arg(vmid).arg(labels.join(u", "_s)),
            u"--vmid"_s,
            {}};
}

void take(PlanInput &input, const VmDefinition &vm)
{
    input.plan.guest = vm.guest;
    if (!input.plan.guest.qemu && input.host)
        input.plan.guest.qemu = input.host->qemu;
    input.plan.entries = vm.entries;
    input.plan.layout = vm.layout;
    input.plan.document = vm.document;
    input.notices = vm.problems;
}

} // namespace

PlanInput startPlan(std::optional<HostCapture> host, const QString &source)
{
    PlanInput input;
    if (host) {
        input.plan.host = host->topology;
        input.plan.hostKernel = host->hostKernel.value_or(KernelVersion());
        input.plan.iommu = host->iommu;
        input.plan.guest.qemu = host->qemu;
    }
    input.host = std::move(host);
    if (source.startsWith(u"example:")) {
        if (const Example *example = findExample(QStringView(source).mid(8))) {
            const QString name = u"%1.conf"_s.arg(example->vmid);
            if (const auto vm = readVmDefinition(example->vmConfig(), name))
                return withVms(std::move(input), {loaded({}, name, *vm)});
        }
    }
    return input;
}

Result<QList<LoadedVm>> readVmFiles(const QStringList &fileNames)
{
    QList<LoadedVm> vms;
    for (const QString &fileName : fileNames) {
        auto read = readVmFile(fileName);
        if (!read)
            return std::unexpected(read.error());
        vms += *std::move(read);
    }
    return vms;
}

PlanInput withVms(PlanInput input, QList<LoadedVm> vms, qsizetype planned)
{
    take(input, vms.at(planned).definition);
    input.plan.otherVms.clear();
    for (qsizetype i = 0; i < vms.size(); ++i) {
        if (i != planned)
            input.plan.otherVms.append({vms.at(i).label, vms.at(i).definition.entries});
    }
    input.vms = std::move(vms);
    return input;
}

Result<PlanInput> withVmFiles(PlanInput input, const QStringList &fileNames,
                              std::optional<int> vmid)
{
    auto vms = readVmFiles(fileNames);
    if (!vms)
        return std::unexpected(vms.error());
    if (vms->isEmpty())
        return input;
    const auto wanted = std::ranges::find_if(
        *vms, [vmid](const LoadedVm &vm) { return vmid && vm.definition.guest.vmid == vmid; });
    if (wanted != vms->end()) {
        const qsizetype planned = wanted - vms->begin();
        return withVms(std::move(input), *std::move(vms), planned);
    }
    // A single file may be planned for another VM: its clone.
    const bool numbered = std::ranges::any_of(
        *vms, [](const LoadedVm &vm) { return vm.definition.guest.vmid.has_value(); });
    if (vmid && numbered && vms->size() > 1)
        return std::unexpected(noSuchVm(*vms, *vmid));
    return withVms(std::move(input), *std::move(vms));
}

Result<PlanInput> withMappings(PlanInput input, const QString &fileName)
{
    const auto bytes = readSmallFile(fileName, Text::tr("this is not a list of PCI mappings"),
                                     Text::tr("give /etc/pve/mapping/pci.cfg"));
    if (!bytes)
        return std::unexpected(bytes.error());
    const auto mappings = readPciMappings(*bytes, QFileInfo(fileName).fileName());
    if (!mappings)
        return std::unexpected(mappings.error());
    for (const QString &problem : mappings->problems)
        input.notices.append({Reason::CaptureBadLine,
                              {},
                              std::nullopt,
                              u"%1: %2"_s.arg(QFileInfo(fileName).fileName(), problem)});
    input.plan.mappings = std::make_shared<const PciMappings>(*mappings);
    return input;
}

} // namespace rootward
