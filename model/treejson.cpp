// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "treereport.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

void writeHex(JsonWriter &json, QLatin1StringView key, std::optional<quint16> number)
{
    if (number)
        json.member(key, u"%1"_s.arg(*number, 4, 16, QLatin1Char('0')));
    else
        json.member(key, std::optional<int>());
}

void writeSubsystem(JsonWriter &json, const PciFunction &function)
{
    QString text;
    if (function.subsystemVendor && function.subsystemDevice)
        text = u"%1:%2"_s.arg(*function.subsystemVendor, 4, 16, QLatin1Char('0'))
                   .arg(*function.subsystemDevice, 4, 16, QLatin1Char('0'));
    json.memberOrNull("subsystem"_L1, text);
}

void writeLink(JsonWriter &json, const std::optional<Link> &link)
{
    if (!link) {
        json.member("link"_L1, std::optional<int>());
        return;
    }
    const auto known = [](auto number) {
        return number > 0 ? std::optional(number) : std::nullopt;
    };
    const auto object = json.object("link"_L1);
    json.member("speed"_L1, known(link->speed));
    json.member("width"_L1, known(link->width));
    json.member("maxSpeed"_L1, known(link->maxSpeed));
    json.member("maxWidth"_L1, known(link->maxWidth));
}

void writeAtomicOps(JsonWriter &json, const PciFunction &function)
{
    const AtomicOps &ops = function.atomicOps;
    const auto object = json.object("atomicOps"_L1);
    if (appliesRouting(function)) {
        json.member("routing"_L1, ops.routing);
        json.member("egressBlocking"_L1, ops.egressBlocking);
    }
    if (appliesCompleter(function)) {
        json.member("completer32"_L1, ops.completer.w32);
        json.member("completer64"_L1, ops.completer.w64);
        json.member("completer128"_L1, ops.completer.w128);
    }
    if (appliesRequester(function))
        json.member("requesterEnable"_L1, ops.requesterEnable);
}

/// The address at an index; nullopt for -1.
std::optional<PciAddress> addressAt(const Topology &topology, int index)
{
    return index < 0 ? std::nullopt : std::optional(topology.at(index).address);
}

void writePlace(JsonWriter &json, const Topology &topology, int index)
{
    json.member("address"_L1, topology.at(index).address);
    json.member("parent"_L1, addressAt(topology, topology.parent(index)));
    json.member("rootBus"_L1, topology.onRootBus(index));
}

void writeIdentity(JsonWriter &json, const PciFunction &function)
{
    json.member("portType"_L1, portTypeId(function.portType));
    writeHex(json, "vendor"_L1, function.vendor);
    writeHex(json, "device"_L1, function.device);
    writeHex(json, "class"_L1, function.classCode);
    writeSubsystem(json, function);
    json.member("name"_L1, function.name);
    json.memberOrNull("driver"_L1, function.driver);
    json.member("iommuGroup"_L1, function.iommuGroup);
    json.member("numaNode"_L1, function.numaNode);
    json.memberOrNull("slot"_L1, function.physicalSlot);
    json.memberOrNull("label"_L1, function.deviceLabel);
    writeLink(json, function.link);
    json.member("physicalFunction"_L1, function.physicalFunction);
}

void writeFunction(JsonWriter &json, const Topology &topology, int index, AtomicOpsRule rule)
{
    const PciFunction &function = topology.at(index);
    const auto object = json.object();
    writePlace(json, topology, index);
    writeIdentity(json, function);
    writeAtomicOps(json, function);
    {
        const auto path = json.array("path"_L1);
        for (const int hop : topology.path(index))
            json.value(addressAt(topology, hop));
    }
    if (hasPathToRoot(function))
        writePath(json, "toRoot"_L1, topology, atomicPath(topology, index, rule));
    else
        json.member("toRoot"_L1, std::optional<int>());
}

QLatin1StringView severityId(CaptureProblem::Severity severity)
{
    switch (severity) {
    case CaptureProblem::Severity::Info:
        return "info"_L1;
    case CaptureProblem::Severity::Warning:
        return "warning"_L1;
    case CaptureProblem::Severity::Error:
        break;
    }
    return "error"_L1;
}

void writeProblem(JsonWriter &json, const CaptureProblem &problem)
{
    const auto object = json.object();
    json.member("severity"_L1, severityId(problem.severity));
    json.member("id"_L1, reasonId(problem.reason));
    json.member("line"_L1, problem.line > 0 ? std::optional(problem.line) : std::nullopt);
    json.member("address"_L1, problem.address);
    json.member("message"_L1, problem.message);
}

} // namespace

void writeKernel(JsonWriter &json, QLatin1StringView key, const KernelVersion &kernel)
{
    const auto object = json.object(key);
    json.memberOrNull("version"_L1, kernel.version);
    json.member("rule"_L1, ruleId(kernel.rule));
}

void writePath(JsonWriter &json, QLatin1StringView key, const Topology &topology,
               const HostPath &path)
{
    const auto object = json.object(key);
    json.member("32"_L1, pathVerdictId(path.verdict.w32));
    json.member("64"_L1, pathVerdictId(path.verdict.w64));
    json.member("128"_L1, pathVerdictId(path.verdict.w128));
    json.member("reason"_L1, reasonId(path.reason));
    json.member("blockedBy"_L1, addressAt(topology, path.blockedBy.value_or(-1)));
    const auto blockers = json.array("blockers"_L1);
    for (const Blocker &blocker : path.blockers) {
        const auto item = json.object();
        json.member("address"_L1, addressAt(topology, blocker.function));
        json.member("reason"_L1, reasonId(blocker.reason));
    }
}

void writeTreeJson(QIODevice &device, const HostCapture &host, const KernelVersion &kernel)
{
    JsonWriter json(device);
    const auto document = json.object();
    json.member("schema"_L1, "rootward.tree/1"_L1);
    {
        const auto source = json.object("source"_L1);
        json.member("kind"_L1, host.kind);
        json.member("functions"_L1, host.topology->size());
        json.member("problems"_L1, host.problems.size());
        writeKernel(json, "hostKernel"_L1, kernel);
    }
    {
        const auto functions = json.array("functions"_L1);
        for (int i = 0; i < host.topology->size(); ++i)
            writeFunction(json, *host.topology, i, kernel.rule);
    }
    const auto problems = json.array("problems"_L1);
    for (const CaptureProblem &problem : host.problems)
        writeProblem(json, problem);
}

} // namespace rootward
