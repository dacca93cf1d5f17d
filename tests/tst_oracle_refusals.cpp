// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plan.h"
#include "qemucommand.h"
#include "startedqemu.h"

#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

/// The command with stand-ins for the passed functions, as no test has a card to pass.
QStringList withStandIns(QStringList options)
{
    int number = 0;
    for (QString &option : options) {
        static const QRegularExpression card(uR"(vfio-pci,host=[0-9a-f:.]+)"_s);
        static const QRegularExpression json(uR"("driver":"vfio-pci","host":"[0-9a-f:.]+")"_s);
        ++number;
        option.replace(card, u"nvme,serial=s%1"_s.arg(number));
        option.replace(json, uR"("driver":"nvme","serial":"s%1")"_s.arg(number));
        option.replace("vfio-pci."_L1, "nvme."_L1);
    }
    return options;
}

} // namespace

class tst_oracle_refusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatQemuRefusesIsInvalid_data();
    void whatQemuRefusesIsInvalid();
};

void tst_oracle_refusals::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(u"qemu-system-x86_64"_s).isEmpty(),
             "qemu-system-x86_64 is not installed");
}

void tst_oracle_refusals::whatQemuRefusesIsInvalid_data()
{
    QTest::addColumn<QString>("options");
    const auto row = [](const char *name, const char *options) {
        QTest::newRow(name) << QString::fromLatin1(options);
    };
#define CARD "-device vfio-pci,host=01:00.0,id=gpu"
#define OTHER "-device vfio-pci,host=02:00.0,id=nic"
#define PORT "-device pcie-root-port"
    row("ports without numbers",
        "-M q35 " PORT ",id=a " PORT ",id=b " CARD ",bus=a " OTHER ",bus=b");
    row("ports apart by chassis", "-M q35 " PORT ",id=a,chassis=1 " PORT ",id=b " CARD ",bus=a");
    row("ports apart by slot", "-M q35 " PORT ",id=a,slot=1 " PORT ",id=b " CARD ",bus=a");
    row("ports apart by port alone",
        "-M q35 " PORT ",id=a,port=1 " PORT ",id=b,port=2 " CARD ",bus=a");
    row("ports apart by notation alone",
        "-M q35 " PORT ",id=a,chassis=010 " PORT ",id=b,chassis=8 " CARD ",bus=a");
    row("two models, one chassis",
        "-M q35 " PORT ",id=a,chassis=1 -device ioh3420,id=b,chassis=1 " CARD ",bus=a");
    row("a downstream port with the root port's numbers",
        "-M q35 " PORT ",id=a,chassis=1 -device x3130-upstream,id=u,bus=a "
        "-device xio3130-downstream,id=d,bus=u,chassis=1 " CARD ",bus=d");
    row("a downstream port with a slot of its own",
        "-M q35 " PORT ",id=a,chassis=1 -device x3130-upstream,id=u,bus=a "
        "-device xio3130-downstream,id=d,bus=u,chassis=1,slot=1 " CARD ",bus=d");
    row("a port on a further root bus",
        "-M q35 -device pxb-pcie,id=x,bus_nr=20,bus=pcie.0 " PORT ",id=a,bus=x " PORT
        ",id=b,bus=pcie.0 " CARD ",bus=a");
    row("chassis out of range", "-M q35 " PORT ",id=a,chassis=256 " CARD ",bus=a");
    row("slot out of range", "-M q35 " PORT ",id=a,slot=65536 " CARD ",bus=a");
    row("conventional bridges in one chassis",
        "-M q35 -device pci-bridge,id=a,chassis_nr=1 -device pci-bridge,id=b,chassis_nr=1 " PORT
        ",id=c,chassis=1 " CARD ",bus=b,addr=1");
    row("a conventional bridge without a chassis",
        "-M pc -device pci-bridge,id=a " CARD ",bus=a,addr=1");
    row("an expander on PCI Express", "-M q35 -device pxb,id=x,bus_nr=20 " CARD ",bus=pcie.0");
    row("an expander without a number", "-M pc -device pxb,id=x " CARD ",bus=pci.0");

    row("a card before its port", "-M q35 " CARD ",bus=rp1 " PORT ",id=rp1");
    row("a card behind its port", "-M q35 " PORT ",id=rp1 " CARD ",bus=rp1");
    row("a port before its bus",
        "-M q35 " PORT ",id=b,bus=a,chassis=2 " PORT ",id=a,chassis=1 " CARD ",bus=b");
    row("a port in JSON comes last",
        "-M q35 -device {\"driver\":\"pcie-root-port\",\"id\":\"rp1\"} " CARD ",bus=rp1");
    row("a card in JSON comes last",
        "-M q35 -device {\"driver\":\"vfio-pci\",\"host\":\"01:00.0\",\"bus\":\"rp1\"} " PORT
        ",id=rp1");

    row("a card with a port's id", "-M q35 " PORT ",id=gpu " CARD);
    row("two cards with an id", "-M q35 " CARD " -device vfio-pci,host=02:00.0,id=gpu");
    row("two other devices with an id",
        "-M q35 -device e1000e,id=n -device e1000e,id=n " CARD ",addr=9");
    row("devices off the bus with an id",
        "-M q35 -device qemu-xhci,id=u -device usb-tablet,id=t -device usb-tablet,id=t " CARD
        ",addr=9");
    row("no identifier", "-M q35 -device vfio-pci,host=01:00.0,id=9x");

    row("multifunction by a global",
        "-M q35 -global vfio-pci.multifunction=on " CARD ",addr=3 " OTHER ",addr=3.1");
    row("multifunction by a global of the kind",
        "-M q35 -global pci-device.multifunction=on " CARD ",addr=3 " OTHER ",addr=3.1");
    row("a global overruled by the last",
        "-M q35 -global pci-device.multifunction=on -global vfio-pci.multifunction=off " CARD
        ",addr=3 " OTHER ",addr=3.1");
    row("a wrong global", "-M q35 -global vfio-pci.multifunction=1 " CARD);
    row("chassis by a global of the kind",
        "-M q35 -global pcie-slot.chassis=3 " PORT ",id=a " PORT ",id=b,chassis=3 " CARD ",bus=a");
    row("chassis by a global, overruled",
        "-M q35 -global pcie-root-port.chassis=3 " PORT ",id=a " PORT ",id=b,chassis=4 " CARD
        ",bus=a");
    row("a boot order twice", "-M q35 " CARD ",bootindex=1 " OTHER ",bootindex=0x1");
    row("a boot order twice, one in JSON",
        "-M q35 " CARD ",bootindex=1 -device {\"driver\":\"e1000e\",\"bootindex\":1}");
    row("a boot order by a global", "-M q35 -global vfio-pci.bootindex=1 " CARD " " OTHER);
    row("no boot order", "-M q35 " CARD ",bootindex=-1 " OTHER ",bootindex=-1");
    row("two boot orders", "-M q35 " CARD ",bootindex=0 " OTHER ",bootindex=1");
    row("an ACPI index twice",
        "-M q35 " PORT ",id=a " CARD ",bus=a,acpi-index=5 " OTHER ",acpi-index=5");
    row("no ACPI index", "-M q35 " CARD ",acpi-index=0 " OTHER ",acpi-index=0");
    row("an ACPI index out of range", "-M q35 " CARD ",acpi-index=16384");
    row("a ROM of a wrong size", "-M q35 " CARD ",romsize=3");
    row("a ROM of no size", "-M q35 " CARD ",romsize=0");
    row("a ROM of any size", "-M q35 " CARD ",romsize=4294967295");
    row("a ROM of too large a size", "-M q35 " CARD ",romsize=4294967296");
    row("a ROM", "-M q35 " CARD ",romsize=0x10000");
    row("a wrong ROM by a global", "-M q35 -global vfio-pci.romsize=3 " CARD);
    row("a wrong speed", "-M q35 " PORT ",id=a,x-speed=7 " CARD ",bus=a");
    row("a speed", "-M q35 " PORT ",id=a,x-speed=2_5 " CARD ",bus=a");
    row("a speed as a number in JSON",
        "-M q35 -device {\"driver\":\"pcie-root-port\",\"id\":\"a\",\"x-speed\":8} " CARD);
    for (const char *value : {"hotplug=maybe",
                              "hotplug=y",
                              "disable-acs=1",
                              "io-reserve=abc",
                              "io-reserve=1.5K",
                              "io-reserve=1.5",
                              "io-reserve=1.",
                              "io-reserve=.5k",
                              "io-reserve=0x10k",
                              "io-reserve=0x10",
                              "io-reserve=010",
                              "io-reserve=+5",
                              "io-reserve=1e",
                              "io-reserve=16e",
                              "io-reserve=15.9e",
                              "io-reserve=-1",
                              "io-reserve=",
                              "io-reserve=5G",
                              "mem-reserve=5G",
                              "mem-reserve=4095M",
                              "mem-reserve=4G",
                              "pref32-reserve=5G",
                              "pref32-reserve=1M,pref64-reserve=1G",
                              "pref32-reserve=1M",
                              "bus-reserve=300",
                              "bus-reserve=x",
                              "bus-reserve=4294967296",
                              "aer_log_max=129",
                              "aer_log_max=128",
                              "rombar=abc",
                              "rombar=-1",
                              "rombar=2147483648",
                              "rombar=-2147483648",
                              "rombar=-2147483649",
                              "busnr=3",
                              "power_controller_present=TRUE",
                              "port=-1",
                              "port=",
                              "slot=0x100000000",
                              "romsize=-1",
                              "x-max-bounce-buffer-size=0"}) {
        QTest::addRow("a port with %s", value) << u"-M q35 %1,id=a,%2 %3,bus=a"_s.arg(
            QLatin1StringView(PORT), QLatin1StringView(value), QLatin1StringView(CARD));
    }
    row("a card with a wrong ROM bar", "-M q35 " CARD ",rombar=abc");
    row("another device with a wrong ROM bar", "-M q35 -device e1000e,rombar=abc " CARD ",addr=9");
    row("a USB device's port",
        "-M q35 -device qemu-xhci,id=u -device usb-tablet,port=2 " CARD ",addr=9");
    row("a USB device's port in JSON",
        "-M q35 -device {\"driver\":\"qemu-xhci\",\"id\":\"u\"} "
        "-device {\"driver\":\"usb-tablet\",\"port\":\"2\"} " CARD ",addr=9");
    for (const char *value : {"smm=off", "smm=y", "smm=maybe", "hpet=maybe", "usb=1", "usb=off",
                              "acpi=maybe", "vmport=auto", "kernel_irqchip=off"}) {
        QTest::addRow("a machine with %s", value)
            << u"-M q35,%1 %2,addr=9"_s.arg(QLatin1StringView(value), QLatin1StringView(CARD));
    }
    row("a device without its name", "-M q35 " CARD " -device");
    row("a global that is none", "-M q35 " CARD " -global foo");
    row("a global without a value", "-M q35 " CARD " -global driver=vfio-pci,property=rombar");
    row("a global", "-M q35 " CARD " -global driver=vfio-pci,property=rombar,value=0");
    row("a wrong width", "-M q35 " PORT ",id=a,x-width=3 " CARD ",bus=a");
    row("a width", "-M q35 " PORT ",id=a,x-width=12 " CARD ",bus=a");
    row("two IOMMUs", "-M q35 -device intel-iommu -device virtio-iommu-pci " CARD);
    row("IOMMUs of two makers", "-M q35 -device amd-iommu -device intel-iommu " CARD);
    row("an IOMMU", "-M q35 -device intel-iommu " CARD);
    row("an IOMMU of Intel's on i440fx", "-M pc -device intel-iommu " CARD);
    row("an IOMMU of virtio's on i440fx", "-M pc -device virtio-iommu-pci " CARD);
    row("an address that is a prefix", "-M q35 " CARD ",addr=0x");
    row("a function that is a prefix", "-M q35 " CARD ",addr=5.0x");
    row("an address with a sign", "-M q35 " CARD ",addr=+5.+0");
    row("an address with blanks", "-M q35 " CARD ",addr=~5.~0");
    row("an address without its function", "-M q35 " CARD ",addr=5.");
    row("the second port without a name",
        "-M q35 " PORT ",chassis=1 " PORT ",chassis=2 " CARD ",bus=pcie.1");
    row("one port without a name", "-M q35 " PORT ",chassis=1 " CARD ",bus=pcie.1");
    row("ports with names do not count",
        "-M q35 " PORT ",id=a,chassis=1 " PORT ",id=b,chassis=2 " PORT ",chassis=3 " CARD
        ",bus=pcie.1");
    row("a conventional bridge without a name",
        "-M q35 -device pcie-pci-bridge " CARD ",bus=pci.0,addr=1");
    row("an expander without a name",
        "-M q35 -device pxb-pcie,bus_nr=20 " PORT ",bus=pxb-pcie-bus.0,id=a " CARD ",bus=a");
    row("an expander by another's name",
        "-M q35 -device pxb-pcie,bus_nr=20 " PORT ",bus=pcie.1,id=a " CARD ",bus=a");
    row("set behind", "-M q35 " CARD ",addr=3 -set device.gpu.multifunction=on " OTHER ",addr=3.1");
    row("set before", "-M q35 -set device.gpu.multifunction=on " CARD ",addr=3");
    row("set of nothing", "-M q35 " CARD ",addr=3 -set device.gone.multifunction=on");
    row("set of an id with a point",
        "-M q35 -device vfio-pci,host=01:00.0,id=g.0 -set device.g.0.multifunction=on");
    row("set of JSON",
        "-M q35 -device {\"driver\":\"vfio-pci\",\"host\":\"01:00.0\",\"id\":\"g\"} "
        "-set device.g.multifunction=on");
    row("set of an address", "-M q35 " CARD " -set device.gpu.addr=7 " OTHER ",addr=7");
    row("set that cannot be read", "-M q35 " CARD " -set garbage");

    for (const char *word : {"on", "yes", "true", "y", "off", "no", "1", "0", "junk", "ON", ""}) {
        QTest::addRow("multifunction=%s", word) << u"-M q35 %1,multifunction=%2"_s.arg(
            QLatin1StringView(CARD), QLatin1StringView(word));
    }
    row("multifunction alone", "-M q35 " CARD ",addr=3,multifunction " OTHER ",addr=3.1");
    row("nomultifunction", "-M q35 " CARD ",addr=3,nomultifunction " OTHER ",addr=3.1");
    row("multifunction true in JSON",
        "-M q35 -device {\"driver\":\"vfio-pci\",\"host\":\"01:00.0\",\"multifunction\":true}");
    row("multifunction in quotes in JSON",
        "-M q35 -device {\"driver\":\"vfio-pci\",\"host\":\"01:00.0\",\"multifunction\":\"on\"}");
    row("a port's wrong multifunction", "-M q35 " PORT ",id=a,multifunction=1 " CARD ",bus=a");
    row("no address", "-M q35 " CARD ",addr=zz");
    row("an empty address", "-M q35 " CARD ",addr=");
    row("an empty bus", "-M q35 " CARD ",bus=");
    row("a port's address out of range", "-M q35 " PORT ",id=a,addr=20 " CARD ",bus=a");

    for (const char *place : {"0", "0.1", "1f", "1f.1", "1f.2", "1f.3", "1f.4"}) {
        QTest::addRow("q35, a card at %s", place)
            << u"-M q35 %1,addr=%2"_s.arg(QLatin1StringView(CARD), QLatin1StringView(place));
        QTest::addRow("q35, a port at %s", place) << u"-M q35 %1,id=a,addr=%2 %3,bus=a"_s.arg(
            QLatin1StringView(PORT), QLatin1StringView(place), QLatin1StringView(CARD));
    }
    for (const char *place : {"0", "1", "1.1", "1.2", "1.3", "1.4", "2"}) {
        QTest::addRow("i440fx, a port at %s", place) << u"-M pc %1,id=a,addr=%2 %3,bus=a"_s.arg(
            QLatin1StringView(PORT), QLatin1StringView(place), QLatin1StringView(CARD));
    }
    row("without AHCI", "-M q35,sata=off " PORT ",id=a,addr=1f.2 " CARD ",bus=a");
    row("without SMBus", "-M q35,smbus=off " PORT ",id=a,addr=1f.3 " CARD ",bus=a");
    row("without ACPI", "-M pc,acpi=off " PORT ",id=a,addr=1.3 " CARD ",bus=a");
    row("ports in a slot, function 0 alone",
        "-M q35 " PORT ",id=a,addr=3.0,chassis=1 " PORT ",id=b,addr=3.1,chassis=2 " CARD ",bus=a");
    row("ports in a slot, function 0 last and alone",
        "-M q35 " PORT ",id=b,addr=3.1,chassis=2 " PORT ",id=a,addr=3.0,chassis=1 " CARD ",bus=a");
    row("ports in a slot",
        "-M q35 " PORT ",id=a,addr=3.0,chassis=1,multifunction=on " PORT
        ",id=b,addr=3.1,chassis=2 " CARD ",bus=a");
    row("two ports in a place",
        "-M q35 " PORT ",id=a,addr=3,chassis=1 " PORT ",id=b,addr=3,chassis=2 " CARD ",bus=a");
    row("a slot that another took first", "-M q35 -device e1000e " CARD ",addr=1");
    for (const char *model : {"pci-testdev", "i82562", "dc390", "e1000-82540em", "rocker"}) {
        QTest::addRow("a slot that %s took first", model) << u"-M q35 -device %1 %2,addr=1"_s.arg(
            QLatin1StringView(model), QLatin1StringView(CARD));
    }
    row("a slot that another takes next", "-M q35 " CARD ",addr=1 -device e1000e");
    for (const char *json :
         {"\"chassis\":\"1\"", "\"port\":\"16\"", "\"slot\":\"1\"", "\"addr\":0.5", "\"addr\":true",
          "\"id\":7", "\"id\":\"b\",\"id\":\"b\"", "\"bus\":7", "\"multifunction\":true,",
          "\"rombar\":\"0\"", "\"chassis\":1", "\"chassis\":256"}) {
        QTest::addRow("JSON with %s", json)
            << u"-M q35 %1,addr=9 -device {\"driver\":\"pcie-root-port\",%2}"_s.arg(
                   QLatin1StringView(CARD), QLatin1StringView(json));
    }
    row("port out of range", "-M q35 " PORT ",id=a,port=300 " CARD ",bus=a");
    row("a plus before the chassis", "-M q35 " PORT ",id=a,chassis=+8 " CARD ",bus=a");
    row("an empty id", "-M q35 " PORT ",id= " CARD ",addr=9");
    for (const char *expander :
         {"-M pc -device pxb-pcie,id=x,bus_nr=20", "-M q35 -device pxb-pcie,id=x,bus_nr=20",
          "-M q35 -device pxb-pcie,id=x,bus_nr=300",
          "-M q35 " PORT ",id=a -device pxb-pcie,id=x,bus_nr=20,bus=a",
          "-M q35 -device pxb-pcie,id=x,bus_nr=20,bus=pcie.0 "
          "-device pxb-pcie,id=y,bus_nr=20,bus=pcie.0",
          "-M q35 -device pxb-pcie,id=x,bus_nr=20,bus=pcie.0 "
          "-device pxb-pcie,id=y,bus_nr=30,bus=pcie.0"}) {
        const bool pc = QLatin1StringView(expander).contains("-M pc"_L1);
        QTest::addRow("%s", expander) << u"%1 %2,addr=9,bus=%3"_s.arg(
            QLatin1StringView(expander), QLatin1StringView(CARD), pc ? u"pci.0"_s : u"pcie.0"_s);
    }
#undef CARD
#undef OTHER
#undef PORT
}

void tst_oracle_refusals::whatQemuRefusesIsInvalid()
{
    QFETCH(QString, options);
    QStringList words = options.split(u' ', Qt::SkipEmptyParts);
    words.replaceInStrings(u"~"_s, u" "_s); // a blank within a word
    const QString complaint = startedqemu::complaintOf(withStandIns(words));
    const auto vm = readQemuCommand(
        ("qemu-system-x86_64 -nodefaults '"_L1 + words.join("' '"_L1) + "'\n"_L1).toUtf8(), u"x"_s);
    QVERIFY(vm.has_value());
    Plan plan;
    plan.guest = vm->guest;
    plan.layout = vm->layout;
    const PlanOutcome outcome = evaluate(plan);
    QVERIFY(!outcome.entries.isEmpty());
    const auto invalid = std::ranges::find_if(outcome.entries, [](const EntryOutcome &entry) {
        return entry.verdict == EntryVerdict::Invalid;
    });
    const QString error =
        invalid == outcome.entries.end() ? QString() : invalid->errors.first().message;
    QVERIFY2(error.isEmpty() == complaint.isEmpty(),
             qPrintable(u"we: \"%1\", QEMU: \"%2\""_s.arg(error, complaint)));
    if (!error.isEmpty())
        QCOMPARE(invalid->errors.first().reason, Reason::QemuBadAddress);
}

QTEST_GUILESS_MAIN(tst_oracle_refusals)
#include "tst_oracle_refusals.moc"
