// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planinput.h"

#include "examples.h"
#include "vmdefinition.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

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

Result<LoadedVm> readVmFile(const QString &fileName)
{
    const auto bytes =
        readSmallFile(fileName, Text::tr("this is not the definition of a VM"),
                      Text::tr("give /etc/pve/qemu-server/VMID.conf, a libvirt domain or a QEMU "
                               "command"));
    if (!bytes)
        return std::unexpected(bytes.error());
    const QString name = QFileInfo(fileName).fileName();
    const auto vm = readVmDefinition(*bytes, name);
    if (!vm)
        return std::unexpected(vm.error());
    LoadedVm read = loaded(fileName, name, *vm);
    for (Notice &notice : read.definition.problems) {
        if (notice.reason == Reason::CaptureBadLine)
            notice.message = u"%1: %2"_s.arg(name, notice.message);
    }
    return read;
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

Result<PlanInput> withVmFiles(PlanInput input, const QStringList &fileNames)
{
    QList<LoadedVm> vms;
    for (const QString &fileName : fileNames) {
        auto vm = readVmFile(fileName);
        if (!vm)
            return std::unexpected(vm.error());
        vms.append(*std::move(vm));
    }
    return vms.isEmpty() ? std::move(input) : withVms(std::move(input), std::move(vms));
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
