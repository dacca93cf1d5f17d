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

void take(PlanInput &input, const VmDefinition &config)
{
    input.plan.guest = config.guest;
    input.plan.entries = config.entries;
    input.plan.layout = config.layout;
    input.plan.document = config.document;
    input.notices = config.problems;
}

Result<QByteArray> readVmFile(const QString &fileName)
{
    const QFileInfo info(fileName);
    if (!info.exists())
        return std::unexpected(
            Error {Error::Kind::NoInput, Text::tr("no such file"), fileName, {}});
    if (!info.isFile() || info.size() > maxVmDefinitionBytes)
        return std::unexpected(Error {Error::Kind::BadData,
                                      Text::tr("this is not the definition of a VM"), fileName,
                                      Text::tr("give /etc/pve/qemu-server/VMID.conf")});
    QFile file(fileName);
    if (!file.open(QIODevice::ReadOnly))
        return std::unexpected(Error {Error::Kind::NoInput, file.errorString(), fileName, {}});
    return file.readAll();
}

} // namespace

PlanInput startPlan(std::optional<HostCapture> host, const QString &source)
{
    PlanInput input;
    if (host) {
        input.plan.host = host->topology;
        input.plan.hostKernel = host->hostKernel.value_or(KernelVersion());
        input.plan.iommu = host->iommu;
    }
    input.host = std::move(host);
    if (source.startsWith(u"example:")) {
        if (const Example *example = findExample(QStringView(source).mid(8))) {
            const QString name = u"%1.conf"_s.arg(example->vmid);
            if (const auto config = readVmDefinition(example->vmConfig(), name))
                take(input, *config);
        }
    }
    return input;
}

Result<PlanInput> withVmFile(PlanInput input, const QString &fileName)
{
    const auto bytes = readVmFile(fileName);
    if (!bytes)
        return std::unexpected(bytes.error());
    const auto config = readVmDefinition(*bytes, QFileInfo(fileName).fileName());
    if (!config)
        return std::unexpected(config.error());
    take(input, *config);
    return input;
}

} // namespace rootward
