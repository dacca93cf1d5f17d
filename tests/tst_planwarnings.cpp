// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "handmadeplan.h"

#include <QTest>

using namespace handmade;

namespace {

/// Both cards of x399Functions() with a group of their own, which the audio functions share, and a
/// USB controller beside the first.
QList<PciFunction> groupedFunctions(const QString &usbDriver = u"xhci_hcd"_s)
{
    QList<PciFunction> functions = x399Functions();
    PciFunction usb = function("0b:00.2", PortType::Endpoint, 0x0c03);
    usb.driver = usbDriver;
    functions.append(usb);
    for (PciFunction &made : functions) {
        if (made.address.bus == 0x0b || made.address == rootPort("00:03.1", 0, 0).address)
            made.iommuGroup = 0;
        if (made.address.bus == 0x44)
            made.iommuGroup = 22;
    }
    return functions;
}

QStringList warningsOf(const EntryOutcome &entry, Reason reason)
{
    QStringList messages;
    for (const Notice &warning : entry.warnings) {
        if (warning.reason == reason)
            messages.append(warning.message);
    }
    return messages;
}

QStringList shared(const QList<PciFunction> &functions, const QStringList &lines, int entry = 0)
{
    return warningsOf(evaluate(planFor(host(functions), lines)).entries.at(entry),
                      Reason::ProxmoxSharedGroup);
}

QStringList display(const QList<PciFunction> &functions, const QString &line)
{
    return warningsOf(evaluate(planFor(host(functions), {line})).entries.first(),
                      Reason::HostBootDisplay);
}

QList<PciFunction> oneDisplay()
{
    return {hostBridge(), rootPort("00:01.0", 1, 1), gpu("01:00.0"), audio("01:00.1")};
}

} // namespace

class tst_planwarnings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupMatesThatTheVmDoesNotGetAreNamed();
    void aMateInUseByTheHostIsToldApart();
    void bridgesAndPassedMatesAreNoMates();
    void aGroupThatIsNotKnownWarnsOfNothing();
    void groupZeroIsAGroup();
    void whereProxmoxBindsNothingItDoesNotWarn();
    void aLargeGroupIsCut();
    void theOnlyDisplayIsTold();
    void anotherDisplayKeepsTheHostLit();
    void aHostThatIsNotKnownWholeIsNotSaidToHaveOneDisplay();
    void aVirtualFunctionTakesNoDisplay();
};

void tst_planwarnings::groupMatesThatTheVmDoesNotGetAreNamed()
{
    QCOMPARE(shared(groupedFunctions({}), {u"0b:00.0,pcie=1"_s}),
             QStringList {u"at start Proxmox binds the whole IOMMU group to vfio-pci, also audio "
                          "function 0b:00.1, USB function 0b:00.2, which this VM does not get"_s});
}

void tst_planwarnings::aMateInUseByTheHostIsToldApart()
{
    const QString message = shared(groupedFunctions(), {u"0b:00.0,pcie=1"_s}).value(0);
    QVERIFY2(message.contains("USB function 0b:00.2 (in use by the host: xhci_hcd)"_L1),
             qPrintable(message));
    QVERIFY(!message.contains("0b:00.1 (in use"_L1));
    QVERIFY(!shared(groupedFunctions(u"vfio-pci"_s), {u"0b:00.0,pcie=1"_s})
                 .value(0)
                 .contains("in use"_L1));
}

void tst_planwarnings::bridgesAndPassedMatesAreNoMates()
{
    QCOMPARE(shared(groupedFunctions(), {u"0b:00,pcie=1"_s}), QStringList());
    const QStringList lines {u"0b:00.0,pcie=1"_s, u"0b:00.1"_s, u"0b:00.2"_s};
    QCOMPARE(shared(groupedFunctions(), lines), QStringList());
    // A line that Proxmox refuses passes nothing.
    QCOMPARE(shared(groupedFunctions(), {u"0b:00.0,pcie=1"_s, u"0b:00.1;0b:00.1"_s}).size(), 1);
}

void tst_planwarnings::aGroupThatIsNotKnownWarnsOfNothing()
{
    QCOMPARE(shared(x399Functions(), {u"0b:00.0,pcie=1"_s}), QStringList());
    const Plan plan = planFor(nullptr, {u"0b:00.0,pcie=1"_s});
    QCOMPARE(warningsOf(evaluate(plan).entries.first(), Reason::ProxmoxSharedGroup), QStringList());
}

void tst_planwarnings::groupZeroIsAGroup()
{
    const QStringList lines {u"0b:00.0,pcie=1"_s, u"44:00.0,pcie=1"_s};
    QCOMPARE(shared(groupedFunctions(), lines, 0).size(), 1);
    const QStringList second = shared(groupedFunctions(), lines, 1);
    QCOMPARE(second.size(), 1);
    QVERIFY(second.first().contains("44:00.1"_L1) && !second.first().contains("0b:00"_L1));
}

void tst_planwarnings::whereProxmoxBindsNothingItDoesNotWarn()
{
    QCOMPARE(shared(groupedFunctions(), {u"0b:00.0,driver=keep"_s}), QStringList());
    QCOMPARE(shared(groupedFunctions(), {u"0b:00.0,mdev=some-1"_s}), QStringList());
    QCOMPARE(shared(groupedFunctions(), {u"0b:00.0,driver=vfio"_s}).size(), 1);
}

void tst_planwarnings::aLargeGroupIsCut()
{
    QList<PciFunction> functions = groupedFunctions();
    for (int slot = 0; slot < 20; ++slot) {
        PciFunction mate = audio("00:00.0");
        mate.address = PciAddress {0, 0, quint8(slot + 10), 0};
        mate.iommuGroup = 0;
        functions.append(mate);
    }
    const QString message = shared(functions, {u"0b:00.0,pcie=1"_s}).value(0);
    QVERIFY2(message.contains("14 more"_L1), qPrintable(message));
}

void tst_planwarnings::theOnlyDisplayIsTold()
{
    QCOMPARE(display(oneDisplay(), u"01:00.0,pcie=1"_s),
             QStringList {u"graphics function 01:00.0 is the only display of the host: while a VM "
                          "has it, the host has none"_s});
    QCOMPARE(display(oneDisplay(), u"01:00.1,pcie=1"_s), QStringList());
    QCOMPARE(display(oneDisplay(), u"01:00.0,mdev=some-1"_s), QStringList());
}

void tst_planwarnings::anotherDisplayKeepsTheHostLit()
{
    QList<PciFunction> functions = oneDisplay();
    functions.append(function("00:02.0", PortType::Conventional, 0x0300));
    QCOMPARE(display(functions, u"01:00.0,pcie=1"_s), QStringList());
}

void tst_planwarnings::aHostThatIsNotKnownWholeIsNotSaidToHaveOneDisplay()
{
    QList<PciFunction> functions = oneDisplay();
    functions.removeFirst();
    QCOMPARE(display(functions, u"01:00.0,pcie=1"_s), QStringList());
    functions = oneDisplay();
    functions.last().classCode.reset();
    QCOMPARE(display(functions, u"01:00.0,pcie=1"_s), QStringList());
}

void tst_planwarnings::aVirtualFunctionTakesNoDisplay()
{
    QList<PciFunction> functions = oneDisplay();
    PciFunction virtualFunction = gpu("01:00.2");
    virtualFunction.isVirtual = true;
    functions.append(virtualFunction);
    QCOMPARE(display(functions, u"01:00.2,pcie=1"_s), QStringList());
    QCOMPARE(display(functions, u"01:00.0,pcie=1"_s).size(), 1);
}

QTEST_GUILESS_MAIN(tst_planwarnings)
#include "tst_planwarnings.moc"
