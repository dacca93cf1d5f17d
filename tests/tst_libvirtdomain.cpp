// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirttext.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace libvirttext;

class tst_libvirtdomain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aDomainIsRead();
    void partsAreRead_data();
    void partsAreRead();
    void numbersAreReadAsLibvirtReadsThem_data();
    void numbersAreReadAsLibvirtReadsThem();
    void everyControllerBecomesItsBridge_data();
    void everyControllerBecomesItsBridge();
    void controllersMayComeInAnyOrderAndUnnumbered();
    void libvirtAddsTheControllersThatAreMissing();
    void everyPassedDeviceIsFound_data();
    void everyPassedDeviceIsFound();
    void otherDevicesTakeTheirSlots();
    void argumentsForQemuAreRead();
    void theSystemIsToldByWhatTheDomainSays_data();
    void theSystemIsToldByWhatTheDomainSays();
    void aPartTellsItsMachineByItsControllers_data();
    void aPartTellsItsMachineByItsControllers();
    void ofSeveralDomainsTheFirstIsRead();
    void idsAreUnique();
};

void tst_libvirtdomain::aDomainIsRead()
{
    const VmDefinition vm = read(
        domain(root + '\n' + port + '\n'
               + hostdev("<alias name='hostdev0'/><address type='pci' domain='0x0000' bus='0x01' "
                         "slot='0x00' function='0x0' multifunction='on'/>")
               + '\n'
               + hostdev("<address type='pci' domain='0x0000' bus='0x01' slot='0x00' "
                         "function='0x1'/>",
                         "1")));
    QCOMPARE(layoutText(vm),
             (QStringList {portText,
                           u"hostdev0 vfio-pci on pci.1 at 0.0 multifunction passes 0000:0b:00.0"_s,
                           u"hostdev (line 8) vfio-pci on pci.1 at 0.1 passes 0000:0b:00.1"_s}));
    QCOMPARE(vm.layout->devices.at(1).source, u"line 7, hostdev"_s);
    QCOMPARE(vm.layout->origin, GuestLayout::Origin::Libvirt);
    QVERIFY(vm.layout->machineKnown);
    QCOMPARE(vm.guest.machine, u"pc-q35-9.2"_s);
    QCOMPARE(vm.guest.name, u"vm"_s);
    QCOMPARE(vm.guest.os, GuestOs::Unknown);
    QCOMPARE(problemTexts(vm), QStringList());
}

void tst_libvirtdomain::partsAreRead_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("place");
    const QByteArray device = hostdev("");
    const QString open = u" vfio-pci on ? at ?.0 passes 0000:0b:00.0"_s;
    QTest::newRow("alone") << device << u"hostdev (line 1)"_s + open;
    QTest::newRow("devices and dots")
        << "    ...\n    <devices>\n ...\n" + device + "\n ...\n    </devices>\n    ...\n"
        << u"hostdev (line 4)"_s + open;
    QTest::newRow("two side by side") << "<clock offset='utc'/>\n" + device + '\n'
                                      << u"hostdev (line 2)"_s + open;
    QTest::newRow("prompt and text") << "$ virsh dumpxml a & b\n<domain type='kvm'><devices>"
            + device + "</devices></domain>\n$ exit\n"
                                     << u"hostdev (line 2)"_s + open;
    QTest::newRow("declaration, comment")
        << "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <domain>\n"
           "<hostdev/> -->\n<domain type='kvm'><devices>\n"
            + device + "</devices></domain>"
        << u"hostdev (line 5)"_s + open;
    QTest::newRow("one line with declaration") << "<?xml version=\"1.0\"?><domain><devices>"
            + device + "</devices></domain>" << u"hostdev (line 1)"_s + open;
    QTest::newRow("domstatus") << "<domstatus state='running' pid='1'>\n<vcpus/>\n<domain "
                                  "type='kvm' id='1'>\n<devices>\n"
            + device + "</devices>\n</domain>\n</domstatus>"
                               << u"hostdev (line 5)"_s + open;
    QTest::newRow("byte order mark, Windows")
        << "\xEF\xBB\xBF<domain>\r\n<devices>\r\n" + device + "\r\n</devices>\r\n</domain>\r\n"
        << u"hostdev (line 3)"_s + open;
}

void tst_libvirtdomain::partsAreRead()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, place);
    QVERIFY(sniffLibvirt(text) > 0);
    const VmDefinition vm = read(text);
    QCOMPARE(layoutText(vm), QStringList {place});
    QCOMPARE(problemTexts(vm), QStringList());
    QVERIFY(!vm.layout->machineKnown);
    QCOMPARE(vm.guest.machine, u""_s);
}

void tst_libvirtdomain::numbersAreReadAsLibvirtReadsThem_data()
{
    QTest::addColumn<QByteArray>("attributes");
    QTest::addColumn<QString>("address");
    QTest::newRow("hexadecimal") << QByteArray(
        "domain='0x0000' bus='0x0b' slot='0x1f' function='0x7'")
                                 << u"0000:0b:1f.7"_s;
    QTest::newRow("decimal, any order")
        << QByteArray(R"(function="1" slot="10" bus="11" domain="0")") << u"0000:0b:0a.1"_s;
    QTest::newRow("octal") << QByteArray("bus='013' slot='010' function='0'") << u"0000:0b:08.0"_s;
    QTest::newRow("capital") << QByteArray("bus='0X0B' slot='0xA' function='0'")
                             << u"0000:0b:0a.0"_s;
    QTest::newRow("large domain") << QByteArray("domain='0x10000' bus='0xe1' slot='0'")
                                  << u"10000:e1:00.0"_s;
}

void tst_libvirtdomain::numbersAreReadAsLibvirtReadsThem()
{
    QFETCH(QByteArray, attributes);
    QFETCH(QString, address);
    const VmDefinition vm = read("<hostdev mode='subsystem' type='pci'><source><address "
                                 + attributes + "/></source></hostdev>");
    QCOMPARE(vm.layout->devices.value(0).host.value_or(PciAddress()).toString(), address);
}

void tst_libvirtdomain::everyControllerBecomesItsBridge_data()
{
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<QByteArray>("inner");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *model, const char *inner, const QStringList &expected) {
        QTest::addRow("%s %s", model, inner) << QByteArray(model) << QByteArray(inner) << expected;
    };
    row("pcie-root-port", "", {u"pci.5 pcie-root-port on pcie.0 at 3.0 owns pci.5 root-port"_s});
    row("pcie-root-port", "<model name='ioh3420'/>",
        {u"pci.5 ioh3420 on pcie.0 at 3.0 owns pci.5 root-port"_s});
    row("pcie-switch-upstream-port", "",
        {u"pci.5 x3130-upstream on pcie.0 at 3.0 owns pci.5 upstream-port"_s});
    row("pcie-switch-downstream-port", "",
        {u"pci.5 xio3130-downstream on pcie.0 at 3.0 owns pci.5 downstream-port"_s});
    row("pcie-to-pci-bridge", "",
        {u"pci.5 pcie-pci-bridge on pcie.0 at 3.0 owns pci.5 pcie-to-pci-bridge"_s});
    row("dmi-to-pci-bridge", "",
        {u"pci.5 i82801b11-bridge on pcie.0 at 3.0 owns pci.5 conventional"_s});
    row("pci-bridge", "", {u"pci.5 pci-bridge on pcie.0 at 3.0 owns pci.5 conventional"_s});
    row("pcie-expander-bus", "<target busNr='254'/>",
        {u"pci.5 pxb-pcie on pcie.0 at 3.0 owns pci.5 conventional root 254"_s});
    row("pci-expander-bus", "<target busNr='0x20'/>",
        {u"pci.5 (expander) pxb on pcie.0 at 3.0 owns pci.5 (expander) conventional root 32"_s,
         u"pci.5 pci-bridge on pci.5 (expander) at 0.0 owns pci.5 conventional"_s});
}

void tst_libvirtdomain::everyControllerBecomesItsBridge()
{
    QFETCH(QByteArray, model);
    QFETCH(QByteArray, inner);
    QFETCH(QStringList, expected);
    const VmDefinition vm =
        read(domain("<controller type='pci' index='5' model='" + model + "'>" + inner
                    + "<address type='pci' bus='0' slot='3'/></controller>"));
    QCOMPARE(layoutText(vm).first(expected.size()), expected);
}

void tst_libvirtdomain::controllersMayComeInAnyOrderAndUnnumbered()
{
    const VmDefinition vm = read(domain(hostdev("<address type='pci' bus='2' slot='0'/>")
                                        + "<controller type='pci' model='pcie-root-port'/>" + port
                                        + "<controller type='pci' model='unheard-of' index='9'/>"));
    QCOMPARE(layoutText(vm),
             (QStringList {u"hostdev (line 5) vfio-pci on pci.2 at 0.0 passes 0000:0b:00.0"_s,
                           u"pci.2 pcie-root-port on ? at ?.0 owns pci.2 root-port"_s, portText}));
    QCOMPARE(problemTexts(vm),
             QStringList {u"line 5: a PCI controller of model unheard-of is not known"_s});
}

void tst_libvirtdomain::libvirtAddsTheControllersThatAreMissing()
{
    const QByteArray device = hostdev("<address type='pci' bus='0x02' slot='0' function='0'/>");
    QCOMPARE(
        layoutText(read(domain(port + device))),
        (QStringList {u"pci.2 pcie-root-port on pcie.0 at ?.0 owns pci.2 root-port"_s, portText,
                      u"hostdev (line 5) vfio-pci on pci.2 at 0.0 passes 0000:0b:00.0"_s}));
    QCOMPARE(layoutText(read(domain(device, "pc-i440fx-9.2"))),
             (QStringList {u"pci.1 pci-bridge on pci.0 at ?.0 owns pci.1 conventional"_s,
                           u"pci.2 pci-bridge on pci.0 at ?.0 owns pci.2 conventional"_s,
                           u"hostdev (line 5) vfio-pci on pci.2 at 0.0 passes 0000:0b:00.0"_s}));
}

void tst_libvirtdomain::everyPassedDeviceIsFound_data()
{
    QTest::addColumn<QByteArray>("element");
    QTest::addColumn<QString>("expected");
    QTest::addColumn<QString>("problem");
    const QByteArray source =
        "<source><address type='pci' domain='0' bus='0x0b' slot='0x10' function='2'/></source>";
    QTest::newRow("virtual function of a network")
        << "<interface type='hostdev'>" + source + "</interface>"
        << u"interface (line 5) vfio-pci on ? at ?.0 passes 0000:0b:10.2"_s << u""_s;
    QTest::newRow("place left to libvirt")
        << "<hostdev mode='subsystem' type='pci'>" + source + "<address type='pci'/></hostdev>"
        << u"hostdev (line 5) vfio-pci on ? at ?.0 passes 0000:0b:10.2"_s << u""_s;
    QTest::newRow("mediated") << QByteArray(
        "<hostdev mode='subsystem' type='mdev' model='vfio-pci'><source><address "
        "uuid='4b20d080-1b54-4048-85b3-a6a62d165c01'/></source></hostdev>")
                              << u"hostdev (line 5) vfio-pci on ? at ?.0 passes "
                                 "/sys/bus/mdev/devices/4b20d080-1b54-4048-85b3-a6a62d165c01"_s
                              << u""_s;
    QTest::newRow("mediated, no uuid")
        << QByteArray("<hostdev mode='subsystem' type='mdev' model='vfio-pci'><source><address "
                      "uuid='../../x'/></source></hostdev>")
        << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? refused: line 5, hostdev names no "
           "mediated device"_s
        << u""_s;
    QTest::newRow("channel device")
        << QByteArray("<hostdev mode='subsystem' type='mdev' model='vfio-ccw'/>") << u""_s << u""_s;
    QTest::newRow("USB") << QByteArray("<hostdev mode='subsystem' type='usb'/>") << u""_s << u""_s;
    QTest::newRow("no source") << QByteArray("<hostdev mode='subsystem' type='pci'/>")
                               << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? open: it names "
                                  "no function of the host"_s
                               << u""_s;
    QTest::newRow("empty source") << QByteArray(
        "<hostdev mode='subsystem' type='pci'><source/></hostdev>")
                                  << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? open: it "
                                     "names no function of the host"_s
                                  << u""_s;
    QTest::newRow("negative domain")
        << QByteArray("<hostdev mode='subsystem' type='pci'><source><address domain='-1' "
                      "bus='1' slot='0'/></source></hostdev>")
        << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? refused: line 5, hostdev names a "
           "function that cannot be"_s
        << u"line 5: domain=\"-1\" is no number"_s;
    QTest::newRow("out of range") << QByteArray(
        "<hostdev mode='subsystem' type='pci'><source><address bus='0x100' "
        "slot='0'/></source></hostdev>")
                                  << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? refused: "
                                     "line 5, hostdev names a function that cannot be"_s
                                  << u""_s;
    QTest::newRow("no number") << QByteArray(
        "<hostdev mode='subsystem' type='pci'><source><address bus='0b' "
        "slot='1'/></source></hostdev>")
                               << u"hostdev (line 5) vfio-pci on ? at ?.0 passes ? refused: line "
                                  "5, hostdev names a function that cannot be"_s
                               << u"line 5: bus=\"0b\" is no number"_s;
    QTest::newRow("unassigned")
        << "<hostdev mode='subsystem' type='pci'>" + source
            + "<address type='unassigned'/></hostdev>"
        << u""_s << u"line 5, hostdev: its address is unassigned, so the guest does not get it"_s;
}

void tst_libvirtdomain::everyPassedDeviceIsFound()
{
    QFETCH(QByteArray, element);
    QFETCH(QString, expected);
    QFETCH(QString, problem);
    const VmDefinition vm = read(domain(element));
    QCOMPARE(layoutText(vm).join(u'\n'), expected);
    QCOMPARE(problemTexts(vm).join(u'\n'), problem);
}

void tst_libvirtdomain::otherDevicesTakeTheirSlots()
{
    const VmDefinition vm = read(domain(
        "<disk type='file'><source file='a'/><target dev='sda'/>"
        "<address type='drive' controller='0' bus='0'/></disk>\n"
        "<controller type='usb' index='0' model='qemu-xhci'><address type='pci' bus='0' slot='4'/>"
        "</controller>\n"
        "<video><model type='qxl'/><alias name='video0'/><address type='pci' bus='0' slot='1' "
        "multifunction='on'/></video>\n<input type='mouse' bus='ps2'/>"));
    QCOMPARE(layoutText(vm),
             (QStringList {u"controller (line 6) qemu-xhci on pcie.0 at 4.0"_s,
                           u"video0 video on pcie.0 at 1.0 multifunction"_s}));
}

void tst_libvirtdomain::argumentsForQemuAreRead()
{
    const VmDefinition vm = read(
        "<domain type='kvm' xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0'>\n"
        "<os><type machine='q35'/></os>\n<devices/>\n<qemu:commandline>\n"
        "<qemu:arg value='-device'/>\n"
        "<qemu:arg value='ioh3420,bus=pcie.0,addr=1c.0,multifunction=on,id=root.1'/>\n"
        "<qemu:arg value='-device'/>\n"
        "<qemu:arg value='vfio-pci,host=02:00.0,bus=root.1,addr=00.0,multifunction=on,id=v'/>\n"
        "<qemu:arg value='-device'/>\n<qemu:arg value='vfio-pci,host=03:00.0'/>\n"
        "</qemu:commandline>\n</domain>");
    QCOMPARE(
        layoutText(vm),
        (QStringList {u"root.1 ioh3420 on pcie.0 at 1c.0 multifunction owns root.1 root-port"_s,
                      u"v vfio-pci on root.1 at 0.0 multifunction passes 0000:02:00.0"_s,
                      u"vfio-pci (line 10) vfio-pci on pcie.0 at ?.0 passes 0000:03:00.0"_s}));
    QCOMPARE(vm.layout->devices.at(1).source, u"line 8, -device vfio-pci"_s);
}

void tst_libvirtdomain::theSystemIsToldByWhatTheDomainSays_data()
{
    QTest::addColumn<QByteArray>("xml");
    QTest::addColumn<int>("os");
    const auto row = [](const char *name, const char *xml, GuestOs os) {
        QTest::newRow(name) << QByteArray(xml) << static_cast<int>(os);
    };
#define OSINFO(id)                                                                                 \
    "<metadata><libosinfo:libosinfo xmlns:libosinfo='http://libosinfo.org/xmlns/libvirt/domain/"   \
    "1.0'><libosinfo:os id='" id "'/></libosinfo:libosinfo></metadata>"
    row("nothing", "<clock offset='utc'/>", GuestOs::Unknown);
    row("Windows", OSINFO("http://microsoft.com/win/11"), GuestOs::Windows);
    row("Debian", OSINFO("http://debian.org/debian/13"), GuestOs::Linux);
    row("generic Linux", OSINFO("http://libosinfo.org/linux/2024"), GuestOs::Linux);
    row("FreeBSD", OSINFO("http://freebsd.org/freebsd/14.0"), GuestOs::Other);
    row("unheard of", OSINFO("http://example.org/x/1"), GuestOs::Unknown);
    row("metadata first", OSINFO("http://ubuntu.com/ubuntu/24.04") "<clock offset='localtime'/>",
        GuestOs::Linux);
#undef OSINFO
    row("enlightenments",
        "<features><hyperv mode='custom'><relaxed state='on'/></hyperv></features>",
        GuestOs::Windows);
    row("enlightenments off", "<features><hyperv><relaxed state='off'/></hyperv></features>",
        GuestOs::Unknown);
    row("enlightenments of the host", "<features><hyperv mode='passthrough'/></features>",
        GuestOs::Windows);
    row("local time", "<clock offset='localtime'><timer name='rtc'/></clock>", GuestOs::Windows);
}

void tst_libvirtdomain::theSystemIsToldByWhatTheDomainSays()
{
    QFETCH(QByteArray, xml);
    QFETCH(int, os);
    QCOMPARE(static_cast<int>(read("<domain type='kvm'>" + xml + "</domain>").guest.os), os);
}

void tst_libvirtdomain::aPartTellsItsMachineByItsControllers_data()
{
    QTest::addColumn<QByteArray>("controller");
    QTest::addColumn<QString>("machine");
    QTest::addColumn<QString>("bus");
    QTest::newRow("pcie-root") << root << u"q35"_s << u"pcie.0"_s;
    QTest::newRow("port") << port << u"q35"_s << u"pcie.0"_s;
    QTest::newRow("pci-root") << QByteArray("<controller type='pci' index='0' model='pci-root'/>")
                              << u"pc"_s << u"pci.0"_s;
    QTest::newRow("none") << QByteArray("<controller type='usb' index='0'/>") << u""_s << u"?"_s;
}

void tst_libvirtdomain::aPartTellsItsMachineByItsControllers()
{
    QFETCH(QByteArray, controller);
    QFETCH(QString, machine);
    QFETCH(QString, bus);
    const VmDefinition vm =
        read("<devices>" + controller + hostdev("<address type='pci' bus='0' slot='5'/>")
             + "</devices>");
    QCOMPARE(vm.guest.machine, machine);
    QCOMPARE(layoutText(vm).last(),
             u"hostdev (line 1) vfio-pci on %1 at 5.0 passes 0000:0b:00.0"_s.arg(bus));
    QVERIFY(!vm.layout->machineKnown);
}

void tst_libvirtdomain::ofSeveralDomainsTheFirstIsRead()
{
    const VmDefinition vm =
        read(domain(hostdev("")) + "<domain type='kvm'><name>other</name><devices>" + hostdev("")
             + "</devices></domain>");
    QCOMPARE(vm.layout->devices.size(), 1);
    QCOMPARE(vm.guest.name, u"vm"_s);
    QCOMPARE(problemTexts(vm), QStringList {u"2 domains are in this text; the first is read"_s});
}

void tst_libvirtdomain::idsAreUnique()
{
    const VmDefinition vm =
        read(domain(hostdev("<alias name='a'/>") + hostdev("<alias name='a'/>", "1")
                    + hostdev("<alias name='mch'/>", "2")));
    QStringList ids;
    for (const LayoutDevice &device : vm.layout->devices)
        ids.append(device.id);
    QCOMPARE(ids, (QStringList {u"a"_s, u"a (2)"_s, u"mch (2)"_s}));
}

QTEST_GUILESS_MAIN(tst_libvirtdomain)
#include "tst_libvirtdomain.moc"
