// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verifyreport.h"

#include "printable.h"
#include "treereport.h"

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

void writeFunction(JsonWriter &json, const VerifiedFunction &function)
{
    const auto object = json.object();
    json.member("host"_L1,
                function.sysfsdev.isEmpty() ? std::optional(function.host) : std::nullopt);
    json.memberOrNull("sysfsdev"_L1, function.sysfsdev);
    json.member("qemuId"_L1, function.qemuId);
    json.member("driver"_L1, function.driver);
    json.member("likelyGuestAddress"_L1, function.likely);
    json.memberOrNull("foundBy"_L1, foundById(function.by));
    json.member("guestAddress"_L1, function.guest);
    json.member("parent"_L1, function.parent);
}

void writeCheck(JsonWriter &json, const VerifiedEntry &entry, const Check &check)
{
    const auto object = json.object();
    json.member("fact"_L1, factId(check.fact));
    json.memberOrNull("qemuId"_L1,
                      check.function < 0 ? QString() : entry.functions.at(check.function).qemuId);
    json.memberOrNull("predicted"_L1, check.predicted);
    json.memberOrNull("seen"_L1, check.seen);
    json.member("result"_L1, checkResultId(check.result));
    json.member("address"_L1, check.place);
    json.member("line"_L1,
                check.evidence.line > 0 ? std::optional(check.evidence.line) : std::nullopt);
    json.memberOrNull("evidence"_L1, check.evidence.text);
    json.memberOrNull("note"_L1, check.note);
}

void writeEntry(JsonWriter &json, const VerifiedEntry &entry)
{
    const auto object = json.object();
    const bool isLine = entry.index >= 0;
    json.member("index"_L1, isLine ? std::optional(entry.index) : std::nullopt);
    json.memberOrNull("value"_L1, isLine ? entry.value : QString());
    json.member("source"_L1, entry.source);
    json.member("verdict"_L1, verifyVerdictId(entry.verdict));
    json.member("predicted"_L1, entryVerdictId(entry.predicted));
    json.member("seen"_L1, entry.seen ? std::optional(entryVerdictId(*entry.seen)) : std::nullopt);
    json.member("sentence"_L1, entry.sentence);
    {
        const auto functions = json.array("functions"_L1);
        for (const VerifiedFunction &function : entry.functions)
            writeFunction(json, function);
    }
    const auto checks = json.array("checks"_L1);
    for (const Check &check : entry.checks)
        writeCheck(json, entry, check);
}

void writeGuest(JsonWriter &json, const GuestCapture &guest)
{
    const HostCapture &capture = guest.capture;
    const auto object = json.object("guest"_L1);
    json.member("source"_L1, printable(capture.label));
    json.member("kind"_L1, capture.kind);
    json.member("functions"_L1, capture.topology->size());
    json.member("problems"_L1, capture.problems.size());
    writeKernel(json, "kernel"_L1, capture.hostKernel.value_or(KernelVersion()));
}

} // namespace

void writeVerifyJson(QIODevice &device, const GuestCapture &guest, const Verification &verification)
{
    JsonWriter json(device);
    const auto document = json.object();
    json.member("schema"_L1, "rootward.verify/1"_L1);
    writeGuest(json, guest);
    const auto entries = json.array("entries"_L1);
    for (const VerifiedEntry &entry : verification.entries)
        writeEntry(json, entry);
}

int verifyExitStatus(const Verification &verification)
{
    int status = 0;
    for (const VerifiedEntry &entry : verification.entries) {
        const EntryVerdict state = entry.state();
        if (entry.verdict == VerifyVerdict::Contradicted || state == EntryVerdict::NotOffered
            || state == EntryVerdict::Invalid)
            return 1;
        if (entry.verdict == VerifyVerdict::Inconclusive || state == EntryVerdict::Inconclusive
            || state == EntryVerdict::Unproven)
            status = 2;
    }
    return status;
}

} // namespace rootward
