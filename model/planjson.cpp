// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "planreport.h"

#include "treereport.h"
#include "whereelse.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

void writeAnswers(JsonWriter &json, QLatin1StringView key,
                  const std::optional<PerWidth<Answer>> &answers)
{
    if (!answers) {
        json.member(key, std::optional<int>());
        return;
    }
    const auto object = json.object(key);
    json.member("32"_L1, answerId(answers->w32));
    json.member("64"_L1, answerId(answers->w64));
    json.member("128"_L1, answerId(answers->w128));
}

void writeDriver(JsonWriter &json, const DriverOutcome &driver)
{
    const auto object = json.object("driver"_L1);
    json.member("name"_L1, driver.name);
    json.member("result"_L1, driverResultId(driver.result));
    json.member("reason"_L1, reasonId(driver.reason));
    json.member("messages"_L1, driver.messages);
    json.member("consequence"_L1, driver.consequence);
}

QString likelyAddress(const PlanOutcome &outcome, int node)
{
    if (node < 0 || !outcome.guestTree.at(node).likelyAddress)
        return {};
    return outcome.guestTree.at(node).likelyAddress->toShortString();
}

void writeFunction(JsonWriter &json, const Plan &plan, const PlanOutcome &outcome,
                   const FunctionOutcome &function)
{
    static const Topology noHost; // hostPath keeps its shape: unknown throughout
    const auto object = json.object();
    if (function.sysfsdev.isEmpty())
        json.member("host"_L1, function.host);
    else
        json.member("host"_L1, std::optional<PciAddress>());
    json.memberOrNull("sysfsdev"_L1, function.sysfsdev);
    json.member("qemuId"_L1, function.qemuId);
    json.memberOrNull("bus"_L1, function.bus);
    json.memberOrNull("addr"_L1, function.bus.isEmpty() ? QString() : function.addr);
    json.member("multifunction"_L1, function.multifunction);
    json.member("visible"_L1, function.visible);
    json.member("capabilityVisible"_L1, function.capabilityVisible);
    json.member("guestType"_L1, portTypeId(function.guestType));
    json.memberOrNull("likelyGuestAddress"_L1, likelyAddress(outcome, function.guestNode));
    writePath(json, "hostPath"_L1, plan.host ? *plan.host : noHost, function.vfio.hostPath);
    writeAnswers(json, "vfio"_L1, function.vfio.answer);
    writeDriver(json, function.driver);
}

void writeNotices(JsonWriter &json, QLatin1StringView key, const QList<Notice> &notices,
                  bool withStage)
{
    const auto array = json.array(key);
    for (const Notice &notice : notices) {
        const auto object = json.object();
        json.member("id"_L1, reasonId(notice.reason));
        if (withStage)
            json.member("stage"_L1, notice.stage);
        json.member("index"_L1, notice.index);
        json.member("message"_L1, notice.message);
    }
}

void writePort(JsonWriter &json, const PlanOutcome &outcome, int node)
{
    if (node < 0) {
        json.member("port"_L1, std::optional<int>());
        return;
    }
    const GuestNode &port = outcome.guestTree.at(node);
    const auto object = json.object("port"_L1);
    json.member("id"_L1, port.id);
    json.member("model"_L1, port.model);
    json.member("addr"_L1, u"%1.%2"_s.arg(port.slot, 2, 16, QLatin1Char('0')).arg(port.function));
}

void writePlaces(JsonWriter &json, const Plan &plan, const EntryOutcome &entry)
{
    const auto array = json.array("places"_L1);
    for (const CardPlace &place : placesForEntry(plan, entry)) {
        const Topology &host = *plan.host;
        const auto object = json.object();
        json.member("port"_L1, host.at(place.port).address);
        json.member("carries"_L1, place.known ? std::optional(true) : std::nullopt);
        json.member("takenBy"_L1,
                    place.takenBy < 0 ? std::nullopt
                                      : std::optional(host.at(place.takenBy).address));
        json.memberOrNull("slot"_L1, place.slot);
        json.member("width"_L1, place.width > 0 ? std::optional(place.width) : std::nullopt);
        json.member("sentence"_L1, placeSentence(host, place));
    }
}

void writeEntry(JsonWriter &json, const Plan &plan, const PlanOutcome &outcome,
                const EntryOutcome &entry)
{
    const auto object = json.object();
    json.member("index"_L1, entry.index < 0 ? std::nullopt : std::optional(entry.index));
    json.memberOrNull("value"_L1, entry.index < 0 ? QString() : entry.value);
    json.member("source"_L1, entry.source);
    {
        const auto functions = json.array("functions"_L1);
        for (const FunctionOutcome &function : entry.functions)
            writeFunction(json, plan, outcome, function);
    }
    writePort(json, outcome, entry.portNode);
    writeAnswers(json, "rootPort"_L1, entry.rootPort);
    json.member("reason"_L1, entry.reason ? std::optional(reasonId(*entry.reason)) : std::nullopt);
    json.member("verdict"_L1, entryVerdictId(entry.verdict));
    json.member("remedy"_L1, remedyId(entry.remedy));
    {
        const auto sentences = json.object("sentences"_L1);
        json.member("host"_L1, entry.sentences.host);
        json.member("guest"_L1, entry.sentences.guest);
        json.member("remedy"_L1, entry.sentences.remedy);
    }
    writePlaces(json, plan, entry);
    writeNotices(json, "errors"_L1, entry.errors, true);
    writeNotices(json, "warnings"_L1, entry.warnings, false);
}

std::optional<QLatin1StringView> osId(GuestOs os)
{
    switch (os) {
    case GuestOs::Linux:
        return "linux"_L1;
    case GuestOs::Windows:
        return "windows"_L1;
    case GuestOs::Other:
        return "other"_L1;
    case GuestOs::Unknown:
        break;
    }
    return std::nullopt;
}

void writeGuest(JsonWriter &json, const Plan &plan)
{
    const GuestMachine &guest = plan.guest;
    const auto object = json.object("guest"_L1);
    json.member("vmid"_L1, guest.vmid);
    json.memberOrNull("machine"_L1, guest.machine);
    json.member("os"_L1, osId(guest.os));
    json.member("qemu"_L1, guest.qemuVersion().toString());
    writeKernel(json, "hostKernel"_L1, plan.hostKernel);
    writeKernel(json, "guestKernel"_L1, guest.guestKernel);
}

} // namespace

void writePlanJson(QIODevice &device, const Plan &plan, const PlanOutcome &outcome)
{
    JsonWriter json(device);
    const auto document = json.object();
    json.member("schema"_L1, "rootward.plan/1"_L1);
    writeGuest(json, plan);
    {
        const auto entries = json.array("entries"_L1);
        for (const EntryOutcome &entry : outcome.entries)
            writeEntry(json, plan, outcome, entry);
    }
    json.member("devices"_L1, outcome.devices);
    json.member("bridges"_L1, outcome.bridges);
    writeNotices(json, "errors"_L1, outcome.errors, true);
    writeNotices(json, "warnings"_L1, outcome.warnings, false);
}

} // namespace rootward
