// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "outcome.h"

#include <QSet>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

class tst_outcome : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTableHoldsTheClosedListsAndNothingElse();
    void noFieldIsEmptyAndNoIdTwice();
    void sentencesTakeTheirArgumentsOnce();
    void missingArgumentsLeaveNoMarkers();
    void whatCanBeUnknownIsNotWordedAsNo_data();
    void whatCanBeUnknownIsNotWordedAsNo();
    void remediesHaveTheContractsWords();
};

void tst_outcome::theTableHoldsTheClosedListsAndNothingElse()
{
    const QStringList closed =
        u"host.ok host.not-pcie host.virtual-function host.port-type host.capability-v1 "
        "host.no-root-port host.root-port-width host.no-routing host.egress-blocked "
        "host.unreadable host.not-in-capture vfio.kernel vfio.device-not-completer vfio.mediated "
        "qemu.ok qemu.version qemu.root-bus qemu.conventional-bus qemu.not-a-root-port "
        "qemu.function-number qemu.multifunction qemu.already-set qemu.unsupported-type "
        "qemu.bad-address qemu.placement-unknown guest.ok guest.no-root-port "
        "guest.hidden-capability guest.switch-no-routing guest.width guest.not-visible "
        "guest.os-not-modelled guest.driver-internal proxmox.refused proxmox.port-hole "
        "proxmox.shared-group proxmox.vfs-swallowed proxmox.function-renumbered "
        "proxmox.index-order proxmox.args-not-modelled proxmox.used-by-other-vm proxmox.locked "
        "proxmox.template qemu.newer-than-checked guest.predicted host.apu-internal-path "
        "host.boot-display host.iommu-off "
        "capture.no-root capture.old-lspci capture.verbosity capture.partial capture.two-hosts "
        "capture.bad-line capture.duplicate capture.orphan capture.overlap capture.limit "
        "capture.kernel-message"_s.split(u' ');
    QStringList ids;
    for (const ReasonRow &row : reasonTable())
        ids.append(QString::fromLatin1(row.id));
    QCOMPARE(ids, closed);
}

void tst_outcome::noFieldIsEmptyAndNoIdTwice()
{
    QSet<QByteArrayView> ids;
    QSet<QByteArrayView> sentences;
    for (const ReasonRow &row : reasonTable()) {
        QVERIFY2(*row.id && *row.sentence && *row.source, row.id);
        QVERIFY2(!ids.contains(row.id), row.id);
        QVERIFY2(!sentences.contains(row.sentence), row.id);
        QVERIFY2(!QByteArrayView(row.sentence).endsWith('.'), row.id);
        ids.insert(row.id);
        sentences.insert(row.sentence);
        QCOMPARE(&reasonRow(row.reason), &row);
        QCOMPARE(reasonId(row.reason), QLatin1StringView(row.id));
    }
}

void tst_outcome::sentencesTakeTheirArgumentsOnce()
{
    QCOMPARE(reasonSentence(Reason::QemuMultifunction, {u"ich9-pcie-port-1 (1c.0)"_s}),
             u"port ich9-pcie-port-1 (1c.0) stays 32bit- 64bit-: the card is passed as a "
             "multifunction device"_s);
    QVERIFY(reasonSentence(Reason::ProxmoxRefused, {u"%1 and %2"_s}).endsWith("%1 and %2"_L1));
}

void tst_outcome::missingArgumentsLeaveNoMarkers()
{
    for (const ReasonRow &row : reasonTable())
        QVERIFY2(!reasonSentence(row.reason).contains(u'%'), row.id);
}

void tst_outcome::whatCanBeUnknownIsNotWordedAsNo_data()
{
    QTest::addColumn<Reason>("reason");
    for (const Reason reason :
         {Reason::HostUnreadable, Reason::HostNotInCapture, Reason::HostNoRootPort,
          Reason::VfioKernel, Reason::QemuPlacementUnknown, Reason::GuestWidth,
          Reason::GuestHiddenCapability, Reason::GuestNoRootPort, Reason::GuestOsNotModelled}) {
        QTest::newRow(reasonRow(reason).id) << reason;
    }
}

void tst_outcome::whatCanBeUnknownIsNotWordedAsNo()
{
    QFETCH(Reason, reason);
    const QString sentence = reasonSentence(reason, {u"X"_s});
    for (const QString &no : {u"does not complete"_s, u"does not carry"_s, u"does not route"_s,
                              u"stays"_s, u"is blocked"_s, u"cannot"_s}) {
        QVERIFY2(!sentence.contains(no), qPrintable(sentence));
    }
}

void tst_outcome::remediesHaveTheContractsWords()
{
    const QStringList words {u"vm-line"_s, u"move-card"_s,       u"upgrade"_s,
                             u"none"_s,    u"collect-as-root"_s, u"nothing"_s};
    for (int i = 0; i < words.size(); ++i) {
        QCOMPARE(remedyId(static_cast<Remedy>(i)), words.at(i));
        QVERIFY(!remedyText(static_cast<Remedy>(i)).isEmpty());
    }
    QCOMPARE(reasonRow(Reason::QemuMultifunction).remedy, Remedy::VmLine);
    QCOMPARE(reasonRow(Reason::HostNoRouting).remedy, Remedy::MoveCard);
    QCOMPARE(reasonRow(Reason::HostUnreadable).remedy, Remedy::CollectAsRoot);
    QCOMPARE(reasonRow(Reason::VfioKernel).remedy, Remedy::Upgrade);
}

QTEST_GUILESS_MAIN(tst_outcome)
#include "tst_outcome.moc"
