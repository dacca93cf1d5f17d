// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirttext.h"
#include "verdicts.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace libvirttext;
using verdicts::invalid;
using verdicts::offered;
using verdicts::unknown;

namespace {

const QByteArray guestPlace = "<address type='pci' bus='1' slot='0' function='0'/>";

} // namespace

/// What libvirt or QEMU refuses for sure, what is sure to start, and what cannot be told.
class tst_libvirtrefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void domainsAreJudged_data();
    void domainsAreJudged();
    void onlyTheDomainsOwnDevicesAreRead_data();
    void onlyTheDomainsOwnDevicesAreRead();
};

void tst_libvirtrefusals::domainsAreJudged_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &xml, const QStringList &expected) {
        QTest::newRow(name) << xml << expected;
    };
    const auto twoPorts = [](const char *first, const char *second) {
        return domain("<controller type='pci' index='1' model='pcie-root-port'>" + QByteArray(first)
                      + "</controller><controller type='pci' index='2' model='pcie-root-port'>"
                      + second + "</controller>" + hostdev(guestPlace));
    };
    row("as it should be", domain(port + hostdev(guestPlace)), offered);
    row("ports that libvirt numbers", twoPorts("", ""), offered);
    row("ports with numbers", twoPorts("<target chassis='2'/>", "<target chassis='1'/>"), offered);
    row("two ports, one chassis", twoPorts("<target chassis='7'/>", "<target chassis='7'/>"),
        invalid);
    row("another's chassis", twoPorts("<target chassis='2'/>", ""), invalid);
    row("no such chassis", twoPorts("<target chassis='256'/>", ""), invalid);
    row("an index twice",
        domain(port + "<controller type='pci' index='1' model='pcie-root-port'/>"
               + hostdev(guestPlace)),
        invalid);
    row("an index of another type",
        domain(port + "<controller type='sata' index='1'/>" + hostdev(guestPlace)), offered);
    row("USB companions share an index",
        domain(port + "<controller type='usb' index='0'/><controller type='usb' index='0'/>"
               + hostdev(guestPlace)),
        offered);
    row("a port where the machine has its own",
        domain("<controller type='pci' index='1' model='pcie-root-port'><address type='pci' "
               "bus='0' slot='0x1f' function='2'/></controller>"
               + hostdev(guestPlace)),
        invalid);
    row("the machine's own device by its name",
        domain(port
               + "<controller type='sata' index='0'><address type='pci' bus='0' slot='0x1f' "
                 "function='2'/></controller>"
               + hostdev(guestPlace)),
        offered);
    for (const char *part :
         {"<model name='foo'/>", "<model name='pxb-pcie'/>", "<target chassis='256'/>",
          "<target port='0x100'/>", "<target port='-1'/>", "<target chassis='x'/>"}) {
        QTest::addRow("a port with %s", part)
            << domain("<controller type='pci' index='1' model='pcie-root-port'>" + QByteArray(part)
                      + "</controller>" + hostdev(guestPlace))
            << invalid;
    }
    for (const char *part : {"<model name='ioh3420'/>", "<model name='pcie-root-port'/>",
                             "<target chassis='0'/>", "<target port='0xff'/>"}) {
        QTest::addRow("a port with %s", part)
            << domain("<controller type='pci' index='1' model='pcie-root-port'>" + QByteArray(part)
                      + "</controller>" + hostdev(guestPlace))
            << offered;
    }
    for (const char *index : {"-1", "256", "x"}) {
        QTest::addRow("a controller of index %s", index)
            << domain(port + "<controller type='pci' index='" + index + "' model='pcie-root-port'/>"
                      + hostdev(guestPlace))
            << invalid;
    }
    row("a bridge's chassis",
        domain(port
               + "<controller type='pci' index='2' model='pcie-to-pci-bridge'/><controller "
                 "type='pci' index='3' model='pci-bridge'><target chassisNr='0'/></controller>"
               + hostdev(guestPlace)),
        invalid);
    const auto twice = [](const QByteArray &of, const QByteArray &other) {
        return domain(port + hostdev(of + guestPlace) + "<interface type='network'>" + other
                      + "</interface>");
    };
    row("a boot order twice", twice("<boot order='1'/>", "<boot order='1'/>"), invalid);
    row("two boot orders", twice("<boot order='1'/>", "<boot order='2'/>"), offered);
    row("an ACPI index twice", twice("<acpi index='7'/>", "<acpi index='7'/>"), invalid);
    row("an ACPI index that QEMU has not", twice("<acpi index='16384'/>", ""), invalid);
    row("the last ACPI index", twice("<acpi index='16383'/>", ""), offered);
    row("no first boot order", twice("<boot order='0'/>", ""), invalid);
    const auto byOs = [&](const QByteArray &xml) {
        return QByteArray(xml).replace("</os>", "<boot dev='hd'/></os>");
    };
    row("boot orders in both places", byOs(twice("<boot order='1'/>", "")), invalid);
    row("a boot order of the os element", byOs(twice("", "")), offered);
    const QByteArray iommu = "<iommu model='intel'/>";
    row("an IOMMU", domain(port + hostdev(guestPlace) + iommu), offered);
    row("two IOMMUs", domain(port + hostdev(guestPlace) + iommu + iommu), invalid);
    const auto beside = [](const QByteArray &model, const QByteArray &place) {
        return domain(root + port + "<controller type='pci' index='2' model='" + model + "'/>"
                      + hostdev(guestPlace) + "<interface type='network'><address type='pci' "
                      + place + "/></interface>");
    };
    row("a second slot of a root port", beside("pcie-root-port", "bus='2' slot='1'"), invalid);
    row("a second slot of a downstream port",
        beside("pcie-switch-downstream-port", "bus='2' slot='1'"), invalid);
    row("the first slot of the root bus", beside("pcie-root-port", "bus='0' slot='0'"), invalid);
    row("the first slot of a conventional bridge", beside("pcie-to-pci-bridge", "bus='2' slot='0'"),
        invalid);
    row("a slot of a conventional bridge", beside("pcie-to-pci-bridge", "bus='2' slot='7'"),
        offered);
    row("a user's alias twice", twice("<alias name='ua-x'/>", "<alias name='ua-x'/>"), invalid);
    row("libvirt's alias twice", twice("<alias name='x'/>", "<alias name='x'/>"), offered);

    const auto slot = [](const QByteArray &first) {
        return domain(port + hostdev("<address type='pci' bus='1' slot='0' " + first + "/>")
                      + hostdev("<address type='pci' bus='1' slot='0' function='1'/>", "1"));
    };
    row("libvirt says multifunction where it is needed", slot("function='0'"), {u"not-offered"_s});
    row("a domain says that it is not", slot("multifunction='off'"), invalid);

    const auto source = [](const QByteArray &address) {
        return domain(port + "<hostdev mode='subsystem' type='pci'><source>" + address + "</source>"
                      + guestPlace + "</hostdev>");
    };
    row("no source", source(""), unknown);
    row("a bus that cannot be", source("<address bus='0xfff' slot='0' function='0'/>"), invalid);
    row("a negative domain", source("<address domain='-1' bus='0x0b' slot='0' function='0'/>"),
        invalid);
    row("half a source", source("<address bus='0x0b' slot='0'/>"), offered);

    const auto with = [](const QByteArray &inner) {
        return domain(port + hostdev("<alias name='ua-gpu'/>" + guestPlace))
            .replace("</domain>", inner + "</domain>");
    };
    const auto arguments = [&](const QByteArray &option, const QByteArray &value) {
        return with("<qemu:commandline><qemu:arg value='" + option + "'/><qemu:arg value='" + value
                    + "'/></qemu:commandline>");
    };
    row("a setting", arguments("-set", "device.ua-gpu.multifunction=on"), unknown);
    row("a setting of the port", arguments("-set", "device.pci.1=x"), offered);
    row("a harmless setting", arguments("-set", "device.ua-gpu.x-vga=on"), offered);
    row("a setting of another device", arguments("-set", "device.video0.vgamem_mb=64"), offered);
    row("a setting of a card by libvirt's name",
        domain(port + hostdev(guestPlace))
            .replace("</domain>",
                     "<qemu:commandline><qemu:arg value='-set'/><qemu:arg "
                     "value='device.hostdev0.multifunction=on'/></qemu:commandline></domain>"),
        unknown);
    row("a global", arguments("-global", "vfio-pci.multifunction=on"), unknown);
    row("a global of the port", arguments("-global", "pcie-root-port.slot=1"), unknown);
    row("a harmless global", arguments("-global", "vfio-pci.x-no-mmap=on"), offered);
    row("a global of something else", arguments("-global", "ICH9-LPC.disable_s3=1"), offered);
    row("a device on the card's own bus", arguments("-device", "e1000e,bus=pci.1,addr=1"), unknown);
    row("a device on the card's own place", arguments("-device", "e1000e,bus=pci.1"), unknown);
    row("another machine", arguments("-machine", "pc"), unknown);
    row("an unknown machine", arguments("-M", "microvm"), unknown);
    row("the same machine", arguments("-machine", "q35,kernel_irqchip=on"), offered);
    row("the machine's options", arguments("-machine", "smm=off"), offered);
    row("a file of options", arguments("-readconfig", "mine.cfg"), unknown);
    row("a device that QEMU has not", arguments("-device", "no-such-device"), unknown);
    row("an option that QEMU has not", arguments("-nodefaultz", "x"), unknown);
    row("a device option without a value",
        with("<qemu:commandline><qemu:arg value='-device'/></qemu:commandline>"), invalid);
    row("a device on libvirt's port",
        arguments("-device", "vfio-pci,host=44:00.0,bus=pci.1,addr=1"),
        {unknown.first(), unknown.first()});
    row("a device on a port of its own",
        with("<qemu:commandline><qemu:arg value='-device'/><qemu:arg "
             "value='pcie-root-port,id=rp,chassis=9,bus=pcie.0,addr=9'/><qemu:arg "
             "value='-device'/><qemu:arg value='vfio-pci,host=44:00.0,bus=rp'/>"
             "</qemu:commandline>"),
        {u"offered"_s, u"offered"_s});
    row("an override",
        with("<qemu:override><qemu:device alias='ua-gpu'><qemu:frontend><qemu:property "
             "name='multifunction' type='bool' value='true'/></qemu:frontend></qemu:device>"
             "</qemu:override>"),
        unknown);
    row("a harmless override",
        with("<qemu:override><qemu:device alias='ua-gpu'><qemu:frontend><qemu:property "
             "name='x-no-mmap' type='bool' value='true'/></qemu:frontend></qemu:device>"
             "</qemu:override>"),
        offered);
    row("an override of the port",
        with("<qemu:override><qemu:device alias='pci.1'><qemu:frontend><qemu:property "
             "name='power_controller_present' type='bool' value='false'/></qemu:frontend>"
             "</qemu:device></qemu:override>"),
        unknown);
    row("an override in a namespace of another name",
        with("<q:override><q:device alias='ua-gpu'><q:frontend><q:property "
             "name='multifunction' type='bool' value='true'/></q:frontend></q:device>"
             "</q:override>")
            .replace("type='kvm'",
                     "type='kvm' xmlns:q='http://libvirt.org/schemas/domain/qemu/1.0'"),
        unknown);

    for (const char *machine : {"microvm", "sbsa-ref", "s390-ccw-virtio-9.2"})
        QTest::addRow("machine %s", machine)
            << domain(port + hostdev(guestPlace), machine) << unknown;
    row("another domain of the guest",
        domain(port + hostdev("<address type='pci' domain='1' bus='1' slot='0' function='0'/>")),
        invalid);
    row("no truth value",
        domain(port
               + hostdev("<address type='pci' bus='1' slot='0' function='0' "
                         "multifunction='yes'/>")),
        invalid);
    row("a root port on i440fx", domain(port + hostdev(guestPlace), "pc-i440fx-9.2"), invalid);
    row("x86 with virt", domain(port + hostdev(guestPlace), "virt"), unknown);
    row("Arm with q35", domain(port + hostdev(guestPlace)).replace("x86_64", "aarch64"), unknown);
    row("another architecture",
        domain(port + hostdev(guestPlace), "virt").replace("x86_64", "riscv64"), unknown);
    row("another architecture without a machine",
        "<domain type='kvm'><os><type arch='s390x'>hvm</type></os><devices>"
            + hostdev("<address type='pci' bus='0' slot='5'/>") + "</devices></domain>",
        unknown);
}

void tst_libvirtrefusals::domainsAreJudged()
{
    QFETCH(QByteArray, xml);
    QFETCH(QStringList, expected);
    QCOMPARE(verdicts::of(read(xml)), expected);
}

void tst_libvirtrefusals::onlyTheDomainsOwnDevicesAreRead_data()
{
    QTest::addColumn<QByteArray>("xml");
    const QByteArray whole = domain(port + hostdev(guestPlace));
    const QByteArray other = domain(hostdev("<address type='pci' bus='0' slot='5'/>", "1"), "pc");
    QTest::newRow("a domain") << whole;
    QTest::newRow("the state of one") << "<domstatus>" + whole + "</domstatus>";
    QTest::newRow("a snapshot") << "<domainsnapshot>" + whole + "</domainsnapshot>";
    const QByteArray inactive = QByteArray(other)
                                    .replace("domain type", "inactiveDomain type")
                                    .replace("/domain", "/inactiveDomain");
    QTest::newRow("a snapshot with the domain at rest behind")
        << "<domainsnapshot>" + whole + inactive + "</domainsnapshot>";
    QTest::newRow("and before") << "<domainsnapshot>" + inactive + whole + "</domainsnapshot>";
    for (const char *around : {"metadata", "x:metadata xmlns:x='y'", "metadata><a"}) {
        const QByteArray open = around;
        const QByteArray close =
            open.contains("><") ? "</a></metadata>" : "</" + open.split(' ').first() + '>';
        QTest::addRow("devices in %s", around) << QByteArray(whole).replace(
            "<os>",
            '<' + open + "><devices>" + hostdev("", "1") + "</devices>" + other + close + "<os>");
    }
}

void tst_libvirtrefusals::onlyTheDomainsOwnDevicesAreRead()
{
    QFETCH(QByteArray, xml);
    const VmDefinition vm = read(xml);
    QCOMPARE(verdicts::of(vm), offered);
    QCOMPARE(vm.guest.machine, u"pc-q35-9.2"_s);
    QCOMPARE(verdicts::outcomeOf(vm).entries.first().functions.first().host.toString(),
             u"0000:0b:00.0"_s);
}

QTEST_GUILESS_MAIN(tst_libvirtrefusals)
#include "tst_libvirtrefusals.moc"
