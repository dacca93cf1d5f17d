// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"
#include "hostshapes.h"
#include "importers.h"
#include "lspcirun.h"
#include "plaincapture.h"
#include "registerlines.h"
#include "registers.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

using namespace handmade;

class tst_registers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFieldOfAFunction_data();
    void everyFieldOfAFunction();
    void rawValuesStandWithTheirPlaces();
    void reservedBitsThatReadOneAreTold();
    void aReservedTypeIsANumber();
    void versionOneHasNoSecondRegisters();
    void whatIsMissingSaysWhy_data();
    void whatIsMissingSaysWhy();
    void unknownIsNeverNo();
    void aDumpThatEndsKeepsWhatItHas();
    void aPassedFunctionIsPredicted();
    void thePortAboveIsPredicted();
    void aHiddenCapabilityIsToldAsHidden();
    void theDriverDecidesOverRequesterEnable();
    void theLinesOfEachRegisterAreFound();
    void lspciPrintsTheSameBits_data();
    void lspciPrintsTheSameBits();
};

namespace {

const RegisterField *fieldOf(const FunctionRegisters &decoded, QStringView name)
{
    for (const FunctionRegister &shown : decoded.registers) {
        for (const RegisterField &field : shown.fields) {
            if (field.name == name)
                return &field;
        }
    }
    return nullptr;
}

QString effectText(FieldEffect effect)
{
    switch (effect) {
    case FieldEffect::Carries:
        return u" carries"_s;
    case FieldEffect::Blocks:
        return u" blocks"_s;
    case FieldEffect::Unknown:
        return u" open"_s;
    case FieldEffect::None:
        break;
    }
    return {};
}

/// Each field on a line: bits, value, effect, who reads it.
QString text(const FunctionRegisters &decoded)
{
    QString all;
    for (const FunctionRegister &shown : decoded.registers) {
        all += u"%1 %2\n"_s.arg(shown.placeText(), shown.rawText());
        for (const RegisterField &field : shown.fields)
            all += u"%1 %2%3 <%4>\n"_s.arg(field.bitText(), field.text, effectText(field.effect),
                                           field.isRead ? field.rule : QString());
    }
    return all;
}

PciFunction withBytes(PciFunction function, quint16 capabilities, quint32 capabilities2,
                      quint16 control2)
{
    function.registers = ExpressRegisters {0x58, capabilities, capabilities2, control2};
    return function;
}

const FunctionOutcome &firstPassed(const PlanOutcome &outcome)
{
    return outcome.entries.at(0).functions.at(0);
}

} // namespace

void tst_registers::everyFieldOfAFunction_data()
{
    QTest::addColumn<PciFunction>("function");
    QTest::addColumn<QString>("expected");

    PciFunction root = rootPort("00:03.1", 9, 0xb);
    root.atomicOps.requesterEnable = false;
    QTest::newRow("root port, words")
        << root
        << u"+02h unknown\n3:0 2 <the kernel's path rule>\n"
           "7:4 Root Port (0x4) <the kernel's path rule>\n8 unknown <>\n13:9 unknown <>\n"
           "+24h unknown\n5 unknown <>\n6 no <>\n7 yes carries <the kernel's path rule>\n"
           "8 yes carries <the kernel's path rule>\n9 no <the kernel's path rule>\n"
           "+28h unknown\n5 unknown <>\n6 no <>\n7 no <>\n"_s;
    QTest::newRow("root port, bytes")
        << withBytes(root, 0x0142 | 3 << 9, 0x1a0, 0x0020)
        << u"+02h, at 5ah 0x0742\n3:0 2 <the kernel's path rule>\n"
           "7:4 Root Port (0x4) <the kernel's path rule>\n8 yes <>\n13:9 3 <>\n"
           "+24h, at 7ch 0x000001a0\n5 yes <>\n6 no <>\n7 yes carries <the kernel's path rule>\n"
           "8 yes carries <the kernel's path rule>\n9 no <the kernel's path rule>\n"
           "+28h, at 80h 0x0020\n5 yes <>\n6 no <>\n7 no <>\n"_s;
    QTest::newRow("upstream port that blocks")
        << switchPort("01:00.0", PortType::UpstreamPort, 2, 3, true, true)
        << u"+02h unknown\n3:0 2 <the kernel's path rule>\n"
           "7:4 Upstream Port (0x5) <the kernel's path rule>\n8 does not apply <>\n"
           "13:9 unknown <>\n+24h unknown\n5 does not apply <>\n"
           "6 yes carries <the kernel's path rule>\n7 no <>\n8 no <>\n9 no <>\n"
           "+28h unknown\n5 does not apply <>\n6 does not apply <>\n"
           "7 yes blocks <the kernel's path rule>\n"_s;
    QTest::newRow("downstream port that does not route")
        << switchPort("02:00.0", PortType::DownstreamPort, 3, 3, false, true)
        << u"+02h unknown\n3:0 2 <the kernel's path rule>\n"
           "7:4 Downstream Port (0x6) <the kernel's path rule>\n8 unknown <>\n13:9 unknown <>\n"
           "+24h unknown\n5 unknown <>\n6 no blocks <the kernel's path rule>\n7 no <>\n8 no <>\n"
           "9 no <>\n+28h unknown\n5 unknown <>\n6 does not apply <>\n7 yes <>\n"_s;
    PciFunction card = gpu("0b:00.0");
    card.atomicOps.completer.w64 = false;
    card.atomicOps.requesterEnable = true;
    const QString cardText =
        u"+02h unknown\n3:0 2 <the kernel's path rule>\n"
        "7:4 Legacy Endpoint (0x1) <the kernel's path rule, QEMU>\n8 does not apply <>\n"
        "13:9 unknown <>\n+24h unknown\n5 does not apply <>\n6 does not apply <>\n"
        "7 yes carries <vfio>\n8 no blocks <vfio>\n9 no <vfio>\n"
        "+28h unknown\n5 does not apply <>\n6 %1 <>\n7 does not apply <>\n"_s;
    QTest::newRow("card") << card << cardText.arg(u"yes"_s);
    PciFunction silent = card;
    silent.atomicOps.requesterEnable.reset();
    QTest::newRow("card, one bit not printed") << silent << cardText.arg(u"unknown"_s);
    PciFunction virtualFunction = card;
    virtualFunction.isVirtual = true;
    QTest::newRow("virtual function") << virtualFunction
                                      << cardText.arg(u"does not apply"_s)
                                             .replace(u" carries <vfio>"_s, u" <>"_s)
                                             .replace(u" blocks <vfio>"_s, u" <>"_s)
                                             .replace(u" <vfio>"_s, u" <>"_s);
    PciFunction other = bridge("03:00.0", PortType::PcieToPciBridge, 4, 4);
    QTest::newRow("bridge to conventional PCI")
        << other
        << u"+02h unknown\n3:0 2 <>\n7:4 PCIe to PCI Bridge (0x7) <the kernel's path rule>\n"
           "8 does not apply <>\n13:9 unknown <>\n+24h unknown\n5 does not apply <>\n"
           "6 does not apply <>\n7 no <>\n8 no <>\n9 no <>\n+28h unknown\n5 does not apply <>\n"
           "6 does not apply <>\n7 does not apply <>\n"_s;
}

void tst_registers::everyFieldOfAFunction()
{
    QFETCH(PciFunction, function);
    QFETCH(QString, expected);
    const FunctionRegisters decoded = hostRegisters(function);
    QCOMPARE(text(decoded), expected);
    QVERIFY(!decoded.predicted);
    QVERIFY(decoded.note.isEmpty());
    for (const FunctionRegister &shown : decoded.registers) {
        QVERIFY(shown.raw.has_value() == shown.cause.isEmpty());
        for (const RegisterField &field : shown.fields) {
            QVERIFY(!field.name.isEmpty());
            QVERIFY2(!field.meaning.isEmpty() && !field.meaning.contains(u"%"),
                     qPrintable(field.name + field.meaning));
            QVERIFY(!field.rule.isEmpty());
        }
    }
}

void tst_registers::rawValuesStandWithTheirPlaces()
{
    const FunctionRegisters decoded =
        hostRegisters(withBytes(gpu("0b:00.0"), 0x0012, 0x00000180, 0x0040));
    QCOMPARE(decoded.registers.at(0).rawText(), u"0x0012"_s);
    QCOMPARE(decoded.registers.at(1).rawText(), u"0x00000180"_s);
    QCOMPARE(decoded.registers.at(2).rawText(), u"0x0040"_s);
    QCOMPARE(decoded.registers.at(1).place, std::optional(0x7c));
    QCOMPARE(fieldOf(decoded, u"Device/Port Type")->bits, std::optional(1U));
}

void tst_registers::reservedBitsThatReadOneAreTold()
{
    const FunctionRegisters decoded =
        hostRegisters(withBytes(gpu("0b:00.0"), 0x0012, 0x000001c0, 0));
    const RegisterField *routing = fieldOf(decoded, u"AtomicOp Routing Supported");
    QCOMPARE(routing->value, FieldValue::NotApplicable);
    QVERIFY(routing->meaning.contains(u"reads 1"));
    QVERIFY(!fieldOf(decoded, u"AtomicOp Egress Blocking")->meaning.contains(u"reads 1"));
}

void tst_registers::aReservedTypeIsANumber()
{
    PciFunction strange = withBytes(gpu("0b:00.0", PortType::Unknown), 0x0022, 0, 0);
    strange.expressVersion = 2;
    const FunctionRegisters decoded = hostRegisters(strange);
    QCOMPARE(fieldOf(decoded, u"Device/Port Type")->text, u"0x2"_s);
}

void tst_registers::versionOneHasNoSecondRegisters()
{
    PciFunction old = switchPort("01:00.0", PortType::DownstreamPort, 2, 2, false);
    old.expressVersion = 1;
    old.registers = ExpressRegisters {.offset = 0x58, .capabilities = 0x0061};
    const FunctionRegisters decoded = hostRegisters(old);
    const RegisterField *version = fieldOf(decoded, u"Capability Version");
    QCOMPARE(version->effect, FieldEffect::Blocks);
    QVERIFY(version->meaning.contains(u"reads both as 0"));
    QCOMPARE(decoded.registers.at(1).cause,
             reasonSentence(Reason::HostCapabilityV1, {u"0000:01:00.0"_s}));
    QCOMPARE(decoded.registers.at(2).rawText(), u"unknown"_s);
    QCOMPARE(fieldOf(decoded, u"AtomicOp Routing Supported")->effect, FieldEffect::Blocks);
    QCOMPARE(fieldOf(decoded, u"ARI Forwarding Supported")->text, u"no"_s);
}

void tst_registers::whatIsMissingSaysWhy_data()
{
    QTest::addColumn<ReadGap>("gap");
    QTest::addColumn<QString>("note");
    QTest::addColumn<bool>("helped");
    const QString place = u"0000:0b:00.0"_s;
    QTest::newRow("no rights") << ReadGap::AccessDenied
                               << reasonSentence(Reason::CaptureNoRoot, {place}) << true;
    QTest::newRow("old lspci") << ReadGap::OldLspci
                               << reasonSentence(Reason::CaptureOldLspci, {place}) << true;
    QTest::newRow("-v alone") << ReadGap::LowVerbosity
                              << reasonSentence(Reason::CaptureVerbosity, {place}) << true;
    QTest::newRow("headings") << ReadGap::NotPrinted
                              << reasonSentence(Reason::CaptureVerbosity, {place}) << true;
    QTest::newRow("cut") << ReadGap::Damaged << u"the text about 0000:0b:00.0 is cut"_s << true;
    QTest::newRow("broken") << ReadGap::BrokenDevice
                            << u"0000:0b:00.0 does not answer, every bit reads 1"_s << false;
}

void tst_registers::whatIsMissingSaysWhy()
{
    QFETCH(ReadGap, gap);
    QFETCH(QString, note);
    QFETCH(bool, helped);
    PciFunction function = gpu("0b:00.0", PortType::Unknown);
    function.atomicOps = {};
    function.gap = gap;
    const FunctionRegisters decoded = hostRegisters(function);
    QVERIFY(decoded.registers.isEmpty());
    QCOMPARE(decoded.note, note);
    QCOMPARE(decoded.remedy,
             helped ? u"collect again as root: sudo lspci -vvv -nn -xxxx"_s : QString());
    const FunctionRegisters conventional = hostRegisters(hostBridge());
    QVERIFY(conventional.registers.isEmpty());
    QCOMPARE(conventional.note, reasonSentence(Reason::HostNotPcie, {u"0000:00:00.0"_s}));
    QVERIFY(conventional.remedy.isEmpty());
}

void tst_registers::unknownIsNeverNo()
{
    PciFunction port = switchPort("01:00.0", PortType::UpstreamPort, 2, 3);
    port.gap = ReadGap::OldLspci;
    port.atomicOps = {};
    const FunctionRegisters decoded = hostRegisters(port);
    QCOMPARE(decoded.registers.size(), 3);
    for (const char *name : {"AtomicOp Routing Supported", "AtomicOp Egress Blocking"}) {
        const RegisterField *field = fieldOf(decoded, QString::fromLatin1(name));
        QCOMPARE(field->value, FieldValue::Unknown);
        QCOMPARE(field->effect, FieldEffect::Unknown);
        QCOMPARE(field->text, u"unknown"_s);
    }
    QCOMPARE(decoded.registers.at(1).cause, decoded.note);
    QVERIFY(!decoded.remedy.isEmpty());
}

void tst_registers::aDumpThatEndsKeepsWhatItHas()
{
    PciFunction cut = rootPort("00:03.1", 9, 0xb);
    cut.atomicOps = {};
    cut.gap = ReadGap::Damaged;
    cut.registers = ExpressRegisters {.offset = 0xd8, .capabilities = 0x0142};
    const FunctionRegisters decoded = hostRegisters(cut);
    QCOMPARE(decoded.registers.at(0).rawText(), u"0x0142"_s);
    QVERIFY(decoded.registers.at(0).cause.isEmpty());
    QCOMPARE(decoded.registers.at(1).cause, u"the text about 0000:00:03.1 is cut"_s);
    QCOMPARE(fieldOf(decoded, u"Slot Implemented")->value, FieldValue::Yes);
    QCOMPARE(fieldOf(decoded, u"AtomicOp Routing Supported")->value, FieldValue::Unknown);
}

void tst_registers::aPassedFunctionIsPredicted()
{
    const Plan plan = planFor(x399(), {u"0000:0b:00.0,pcie=1"_s});
    const PlanOutcome outcome = evaluate(plan);
    const FunctionRegisters decoded = guestRegisters(plan, outcome, firstPassed(outcome).guestNode);
    QVERIFY(decoded.predicted);
    QCOMPARE(text(decoded),
             u"+02h unknown\n3:0 2 <the guest kernel's path rule>\n"
             "7:4 Legacy Endpoint (0x1) <the guest kernel's path rule>\n"
             "+24h unknown\n6 does not apply <>\n7 yes carries <vfio, on the host>\n"
             "8 yes carries <vfio, on the host>\n9 no <vfio, on the host>\n"
             "+28h unknown\n6 yes <>\n7 does not apply <>\n"_s);
    QVERIFY(decoded.registers.at(0).cause.contains(u"predicted"));
    const Plan blind = planFor(x399WithoutRights(), {u"0000:0b:00.0,pcie=1"_s});
    const PlanOutcome unread = evaluate(blind);
    const FunctionRegisters nothing = guestRegisters(blind, unread, firstPassed(unread).guestNode);
    QCOMPARE(nothing.note, reasonSentence(Reason::CaptureNoRoot, {u"0000:0b:00.0"_s}));
    QVERIFY(guestRegisters(plan, outcome, -1).registers.isEmpty());
}

void tst_registers::thePortAboveIsPredicted()
{
    const auto portText = [](const QString &line) {
        const Plan plan = planFor(x399(), {line});
        const PlanOutcome outcome = evaluate(plan);
        return text(guestRegisters(plan, outcome, outcome.entries.at(0).portNode));
    };
    const QString expected =
        u"+02h unknown\n3:0 2 <the guest kernel's path rule>\n"
        "7:4 Root Port (0x4) <the guest kernel's path rule>\n"
        "+24h unknown\n6 no <>\n7 %1 <the guest kernel's path rule>\n"
        "8 %1 <the guest kernel's path rule>\n9 no <the guest kernel's path rule>\n"
        "+28h unknown\n6 no <>\n7 no <>\n"_s;
    QCOMPARE(portText(u"0000:0b:00.0,pcie=1"_s), expected.arg(u"yes carries"_s));
    QCOMPARE(portText(u"0000:0b:00,pcie=1"_s), expected.arg(u"no blocks"_s));
}

void tst_registers::aHiddenCapabilityIsToldAsHidden()
{
    const Plan plan = planFor(x399(), {u"0000:0b:00.0"_s});
    const PlanOutcome outcome = evaluate(plan);
    QCOMPARE(firstPassed(outcome).capabilityVisible, std::optional(false));
    const FunctionRegisters decoded = guestRegisters(plan, outcome, firstPassed(outcome).guestNode);
    QVERIFY(decoded.registers.isEmpty());
    QCOMPARE(decoded.note, reasonSentence(Reason::GuestHiddenCapability, {u"0b:00.0"_s}));
}

void tst_registers::theDriverDecidesOverRequesterEnable()
{
    const auto requester = [](const QString &line, const QString &driver) {
        Plan plan = planFor(x399(), {line});
        plan.drivers.insert(0, driver);
        const PlanOutcome outcome = evaluate(plan);
        const FunctionRegisters decoded =
            guestRegisters(plan, outcome, firstPassed(outcome).guestNode);
        const RegisterField *field = fieldOf(decoded, u"AtomicOp Requester Enable");
        return field->text + u'|' + field->meaning + u'|' + (field->isRead ? field->rule : u""_s);
    };
    const QString alone = u"0000:0b:00.0,pcie=1"_s;
    QCOMPARE(requester(alone, u"amdgpu"_s), u"yes|amdgpu sets it once it is loaded|"_s);
    QCOMPARE(requester(u"0000:0b:00,pcie=1"_s, u"amdgpu"_s), u"no|amdgpu leaves it at 0|"_s);
    QVERIFY(requester(alone, u"bnxt_re"_s).endsWith(u"|bnxt_re, which reads it back"));
    QVERIFY(requester(alone, u"none"_s).startsWith(u"unknown|"));
}

void tst_registers::theLinesOfEachRegisterAreFound()
{
    const auto capture = readCapture(plain, u"test"_s);
    QVERIFY(capture);
    const PciFunction &port = capture->topology->at(0);
    const auto lines = [&](const FunctionRegister &shown) {
        const SourceLines found = registerLines(plain, port.lines, shown);
        return u"%1-%2"_s.arg(found.first).arg(found.last);
    };
    const FunctionRegisters decoded = hostRegisters(port);
    QCOMPARE(lines(decoded.registers.at(0)), u"5-5"_s);
    QCOMPARE(lines(decoded.registers.at(1)), u"6-7"_s);
    QCOMPARE(lines(decoded.registers.at(2)), u"8-9"_s);
    const QByteArray dump = hexDump(mixedHost(50, 1), 256);
    const auto bytes = readCapture(dump, u"test"_s);
    QVERIFY(bytes);
    for (const PciFunction &function : bytes->topology->functions()) {
        if (!function.registers)
            continue;
        for (const FunctionRegister &shown : hostRegisters(function).registers) {
            const SourceLines found = registerLines(dump, function.lines, shown);
            QCOMPARE(found.first, found.last);
            const QByteArray line = dump.split('\n').at(found.first - 1);
            const int row = *shown.place & ~0xf;
            QVERIFY2(line.startsWith(QByteArray::number(row, 16).rightJustified(2, '0') + ": "),
                     line);
        }
    }
    PciFunction nowhere = port;
    nowhere.lines = {};
    QCOMPARE(registerLines(plain, nowhere.lines, decoded.registers.at(1)).first, 0);
    QCOMPARE(registerLines("", port.lines, decoded.registers.at(1)).first, port.lines.first);
}

namespace {

/// Other bits in the registers that are read, all of them, whatever the port type admits.
QByteArray scrambled(QByteArray dump, quint32 seed)
{
    const auto capture = readCapture(dump, u"test"_s);
    if (!capture)
        return {};
    QByteArrayList lines = dump.split('\n');
    QRandomGenerator random(seed);
    for (const PciFunction &function : capture->topology->functions()) {
        if (!function.registers)
            continue;
        const int flags = 0x03; // of PCI Express Capabilities: slot and message
        for (const int offset : {flags, 0x24, 0x25, 0x28}) {
            const int place = function.registers->offset + offset;
            const quint32 value = random.bounded(256U) & (offset == flags ? 0x3fU : 0xffU);
            const QByteArray row =
                QByteArray::number(place & ~0xf, 16).rightJustified(2, '0') + ':';
            for (int line = function.lines.first - 1; line < function.lines.last; ++line) {
                if (lines.at(line).startsWith(row))
                    lines[line].replace(row.size() + 1 + 3 * (place & 0xf), 2,
                                        QByteArray::number(value, 16).rightJustified(2, '0'));
            }
        }
    }
    return lines.join('\n');
}

} // namespace

void tst_registers::lspciPrintsTheSameBits_data()
{
    QTest::addColumn<QByteArray>("dump");
    QTest::newRow("mixed 300") << hexDump(mixedHost(300, 21), 256);
    QTest::newRow("mixed 300, scrambled") << scrambled(hexDump(mixedHost(300, 21), 256), 23);
    QTest::newRow("deep 40, scrambled") << scrambled(hexDump(deepHost(40, 22), 256), 24);
    for (quint32 seed = 1; seed <= 12; ++seed)
        QTest::addRow("random %u", seed) << scrambled(hexDump(randomHost(seed), 256), seed);
}

/// lspci's words for a field: "ARIFwd+" in the line that begins with the register's label.
void tst_registers::lspciPrintsTheSameBits()
{
    QFETCH(QByteArray, dump);
    const auto capture = readCapture(dump, u"test"_s);
    QVERIFY(capture);
    const auto printed = runLspci(dump, {u"-D"_s, u"-vvv"_s});
    QVERIFY2(printed, qPrintable(printed ? QString() : printed.error()));
    struct Word {
        const char *name;
        const char *line; ///< label of lspci's line
        const char *word; ///< before + or -
    };
    static constexpr Word words[] = {
        {"Slot Implemented", "Express (v", "(Slot"},
        {"ARI Forwarding Supported", "DevCap2:", "ARIFwd"},
        {"AtomicOp Routing Supported", "AtomicOpsCap:", "Routing"},
        {"32-bit AtomicOp Completer Supported", "AtomicOpsCap:", "32bit"},
        {"64-bit AtomicOp Completer Supported", "AtomicOpsCap:", "64bit"},
        {"128-bit CAS Completer Supported", "AtomicOpsCap:", "128bitCAS"},
        {"ARI Forwarding Enable", "DevCtl2:", "ARIFwd"},
        {"AtomicOp Requester Enable", "AtomicOpsCtl:", "ReqEn"},
        {"AtomicOp Egress Blocking", "AtomicOpsCtl:", "EgressBlck"},
    };
    int compared = 0;
    for (const QByteArray &stanza : stanzasOf(printed->text)) {
        const QString place = QString::fromLatin1(stanza.first(stanza.indexOf(' ')));
        const int index = capture->topology->indexOf(PciAddress::parse(place).value());
        QVERIFY(index >= 0);
        const FunctionRegisters decoded = hostRegisters(capture->topology->at(index));
        for (const QByteArray &line : stanza.split('\n')) {
            for (const Word &word : words) {
                const qsizetype at = line.contains(word.line) ? line.indexOf(word.word) : -1;
                const RegisterField *field = fieldOf(decoded, QString::fromLatin1(word.name));
                if (at < 0
                    || (capture->topology->at(index).isVirtual && qstrcmp(word.word, "ReqEn") == 0))
                    continue; // reserved in a VF, whatever it reads
                QVERIFY2(field != nullptr, line);
                const bool set = line.at(at + qstrlen(word.word)) == '+';
                QVERIFY2(field->value == (set ? FieldValue::Yes : FieldValue::No),
                         stanza.left(20) + word.name + ": " + line);
                ++compared;
            }
            static const QRegularExpression message(u"(?:MSI|IntMsgNum) ([0-9]+)$"_s);
            const auto number = message.match(QString::fromLatin1(line));
            if (!line.contains("] Express (v") || !number.hasMatch())
                continue;
            const RegisterField *field = fieldOf(decoded, u"Interrupt Message Number");
            QCOMPARE(field->text.toInt(), number.capturedView(1).toInt());
            ++compared;
        }
    }
    QVERIFY(compared > 0 || capture->topology->size() < 4);
}

QTEST_GUILESS_MAIN(tst_registers)
#include "tst_registers.moc"
