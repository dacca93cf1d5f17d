// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostlines.h"
#include "importers.h"
#include "processortimer.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

HostLines linesOf(const QByteArray &text)
{
    HostLines lines;
    for (const QByteArray &line : text.split('\n'))
        lines.take(line);
    return lines;
}

HostFacts factsOf(const QByteArray &text, const QString &host = {})
{
    return linesOf(text).facts(host);
}

QString word(std::optional<bool> value)
{
    return !value ? u"unknown"_s : *value ? u"on"_s : u"off"_s;
}

} // namespace

class tst_hostlines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRunningKernelIsNamed_data();
    void theRunningKernelIsNamed();
    void theQemuIsNamed_data();
    void theQemuIsNamed();
    void theIommuIsOnOrOff_data();
    void theIommuIsOnOrOff();
    void theFirstKernelAndQemuCount();
    void aPromptNamesTheHost_data();
    void aPromptNamesTheHost();
    void hostsAreToldApart();
    void aFullNameIsThePromptsHost();
    void aCaptureCarriesWhatItsLinesSay();
    void aGroupMeansAnIommu();
    void longLinesTakeNoTime();
};

void tst_hostlines::theRunningKernelIsNamed_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("version"); // empty: none
    const auto row = [](const char *line, const char *version) {
        QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(version);
    };
    row("Linux pve1 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC PMX 6.8.12-4 x86_64 GNU/Linux",
        "6.8.12-4-pve");
    row("[    0.000000] Linux version 6.12.91 (build@pve) (gcc 12.2.0) #1 SMP", "6.12.91");
    row("proxmox-ve: 8.2.0 (running kernel: 6.8.12-4-pve)", "6.8.12-4-pve");
    row("BOOT_IMAGE=/boot/vmlinuz-6.8.12-4-pve root=/dev/mapper/pve-root ro quiet", "6.8.12-4-pve");
    row("[    0.000000] Command line: BOOT_IMAGE=/ROOT/pve-1@/boot/vmlinuz-6.5.13-1-pve ro",
        "6.5.13-1-pve");
    row("initrd=\\EFI\\proxmox\\6.8.4-2-pve\\initrd.img-6.8.4-2-pve root=ZFS=rpool", "6.8.4-2-pve");
    row("proxmox-kernel-6.8: 6.8.12-4", "");
    row("Linux kernel 6.8 is what I use", "");
    row("Linux version unknown", "");
    row("Linux", "");
    row("Linux version ", "");
    row("ls /boot/vmlinuz-6.8.12-4-pve", "");
}

void tst_hostlines::theRunningKernelIsNamed()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, version);
    const auto kernel = factsOf(line, linesOf(line).host()).kernel;
    QCOMPARE(kernel ? kernel->version : QString(), version);
}

void tst_hostlines::theQemuIsNamed_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("version");
    const auto row = [](const char *line, const char *version) {
        QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(version);
    };
    row("pve-qemu-kvm: 11.0.0-2", "11.0");
    row("QEMU emulator version 10.0.2 (pve-qemu-kvm_10.0.2-4)", "10.0.2");
    row("QEMU emulator version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18)", "7.2.22");
    row("Running hypervisor: QEMU 8.1.5", "8.1.5");
    row("libpve-qemu: 4.0", "");
    row("QEMU emulator version", "");
    row("pve-qemu-kvm: not correctly installed", "");
}

void tst_hostlines::theQemuIsNamed()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, version);
    const auto qemu = factsOf(line).qemu;
    QCOMPARE(qemu ? qemu->toString() : QString(), version);
}

void tst_hostlines::theIommuIsOnOrOff_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("iommu");
    const auto row = [](const char *text, const char *iommu) {
        QTest::newRow(text) << QByteArray(text) << QString::fromLatin1(iommu);
    };
    row("[    0.064] DMAR: IOMMU enabled", "on");
    row("[    0.9] DMAR: Intel(R) Virtualization Technology for Directed I/O", "on");
    row("[    0.5] pci 0000:00:00.2: AMD-Vi: Found IOMMU cap 0x40", "on");
    row("[    0.5] AMD-Vi: IOMMU performance counters supported", "on");
    row("[    0.5] pci 0000:00:01.0: Adding to iommu group 0", "on");
    row("No IOMMU detected, please activate it.", "off");
    row("[    0.0] DMAR: IOMMU disabled", "off");
    row("[    0.0] AMD-Vi: AMD IOMMU disabled on kernel command-line", "off");
    row("AMD-Vi: AMD IOMMUv2 functionality not available on this system", "unknown");
    row("DMAR-IR: Enabled IRQ remapping in x2apic mode", "unknown");
    row("iommu: Default domain type: Translated", "unknown");
    row("", "unknown");
    row("DMAR: IOMMU enabled\nNo IOMMU detected", "unknown");
}

void tst_hostlines::theIommuIsOnOrOff()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, iommu);
    QCOMPARE(word(factsOf(text).iommu()), iommu);
}

void tst_hostlines::theFirstKernelAndQemuCount()
{
    const HostFacts facts =
        factsOf("Linux version 6.8.12-4-pve (x) #1\nLinux version 7.1.0 (x) #1\n"
                "pve-qemu-kvm: 9.2.0-7\nQEMU emulator version 11.0.0\n");
    QCOMPARE(facts.kernel->version, u"6.8.12-4-pve"_s);
    QCOMPARE(facts.qemu->toString(), u"9.2"_s);
}

void tst_hostlines::aPromptNamesTheHost_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("host");
    const auto row = [](const char *line, const char *host) {
        QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(host);
    };
    row("root@pve1:~# lspci", "pve1");
    row("[root@node-2 ~]# lspci -vvv", "node-2");
    row("user@host.example:/tmp$ sudo lspci", "host");
    row("root@10.0.0.5:~# lspci", "10.0.0.5");
    row("Linux pve1 6.8.12-4-pve #1 SMP PREEMPT_DYNAMIC", "pve1");
    row("root@pve1:~#", "pve1");
    row("# lspci -n", "");
    row("Linux version 6.8 (a@b) #1", "");
    row("mail me at someone@example.com: it costs 3$ or so", "");
    row("someone@example.com", "");
    row("@host: # x", "");
}

void tst_hostlines::aPromptNamesTheHost()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, host);
    QCOMPARE(linesOf(line).host(), host);
}

void tst_hostlines::hostsAreToldApart()
{
    const QByteArray text = "DMAR: IOMMU enabled\nroot@a:~# uname -r\nLinux version 6.8.0 (x) #1\n"
                            "root@b:~# uname\nLinux version 7.1.0 (x) #1\nroot@a:~# kvm --version\n"
                            "QEMU emulator version 9.2.0\n";
    QCOMPARE(linesOf(text).host(), u"a"_s);
    const HostFacts first = factsOf(text, u"a"_s);
    QCOMPARE(first.kernel->version, u"6.8.0"_s);
    QCOMPARE(first.qemu->toString(), u"9.2"_s);
    QCOMPARE(first.iommu(), std::optional(true)); // said before any was named
    const HostFacts second = factsOf(text, u"b"_s);
    QCOMPARE(second.kernel->version, u"7.1.0"_s);
    QVERIFY(!second.qemu && !second.iommu());
    // Of several hosts nothing is said about one without a name.
    QVERIFY(!factsOf(text).kernel);
}

/// uname prints a host's full name where prompts print its first label.
void tst_hostlines::aFullNameIsThePromptsHost()
{
    const QByteArray text = "root@pve1:~# uname -a\n"
                            "Linux pve1.corp.example.com 6.4.3 #1 SMP x86_64 GNU/Linux\n"
                            "root@pve1:~# lspci\n";
    QCOMPARE(linesOf(text).host(), u"pve1"_s);
    QCOMPARE(factsOf(text, u"pve1"_s).kernel->version, u"6.4.3"_s);
}

void tst_hostlines::aCaptureCarriesWhatItsLinesSay()
{
    const auto capture = readCapture("root@pve:~# pveversion -v\n"
                                     "proxmox-ve: 9.0.0 (running kernel: 6.14.8-2-pve)\n"
                                     "pve-qemu-kvm: 10.0.2-4\n"
                                     "root@pve:~# dmesg | grep -i iommu\n"
                                     "[    0.064] DMAR: IOMMU enabled\n"
                                     "root@pve:~# lspci -nn\n"
                                     "00:00.0 Host bridge [0600]: Intel Corporation Device "
                                     "[8086:4650]\n"
                                     "00:02.0 VGA compatible controller [0300]: Intel Corporation "
                                     "Device [8086:4680]\n",
                                     u"paste"_s);
    QVERIFY(capture);
    QCOMPARE(capture->topology->size(), 2);
    QCOMPARE(capture->hostKernel->version, u"6.14.8-2-pve"_s);
    QCOMPARE(capture->qemu->toString(), u"10.0.2"_s);
    QCOMPARE(capture->iommu, std::optional(true));
}

void tst_hostlines::aGroupMeansAnIommu()
{
    const QByteArray function = "00:02.0 VGA compatible controller [0300]: Intel Device "
                                "[8086:4680]\n\tControl: I/O+ Mem+ BusMaster+\n";
    const auto none = readCapture(function, u"paste"_s);
    QVERIFY(none);
    QCOMPARE(word(none->iommu), u"unknown"_s);
    const auto grouped = readCapture(function + "\tIOMMU group: 0\n", u"paste"_s);
    QVERIFY(grouped);
    QCOMPARE(word(grouped->iommu), u"on"_s);
    const auto both =
        readCapture("DMAR: IOMMU disabled\n" + function + "\tIOMMU group: 0\n", u"p"_s);
    QCOMPARE(word(both->iommu), u"unknown"_s);
}

void tst_hostlines::longLinesTakeNoTime()
{
    const ProcessorTimer timer;
    HostLines lines;
    lines.take(QByteArray("Linux version 6").repeated(500'000));
    for (int i = 0; i < 100'000; ++i)
        lines.take("AMD-Vi: nothing of interest stands in this line of the kernel's log");
    QVERIFY2(timer.elapsed() < 60'000, qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(tst_hostlines)
#include "tst_hostlines.moc"
