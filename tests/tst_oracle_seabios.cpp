// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "oracleplans.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;

/// Starts QEMU with its firmware and the devices a plan predicts, and compares the bus numbers
/// that SeaBIOS gives with the likely ones.
namespace {

constexpr int answerTimeout = 20'000;
constexpr int firmwareTimeout = 60'000;
constexpr int interval = 200;
constexpr int settling = 1'500; ///< what firmware has not numbered by then stays so

/// A running machine that is asked over QMP; ends with its object.
class Machine {
public:
    explicit Machine(const QStringList &arguments)
    {
        m_process.start(u"qemu-system-x86_64"_s,
                        QStringList {u"-accel"_s, u"tcg"_s, u"-m"_s, u"256"_s, u"-display"_s,
                                     u"none"_s, u"-nodefaults"_s, u"-qmp"_s, u"stdio"_s}
                            + arguments);
        ask("qmp_capabilities");
    }
    ~Machine()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Machine(const Machine &) = delete;
    Machine &operator=(const Machine &) = delete;

    QByteArray complaint() { return m_process.readAllStandardError(); }

    /// "02:00.0" by QEMU id, and for bridges "02:00.0 -> 03".
    QMap<QString, QString> places()
    {
        QMap<QString, QString> found;
        for (const QJsonValue &bus : ask("query-pci").toArray())
            collect(bus[u"devices"].toArray(), found);
        return found;
    }

private:
    QJsonValue ask(const char *command)
    {
        m_process.write("{\"execute\":\"" + QByteArray(command) + "\"}\n");
        while (true) {
            while (!m_process.canReadLine()) {
                if (!m_process.waitForReadyRead(answerTimeout))
                    return {};
            }
            const auto answer = QJsonDocument::fromJson(m_process.readLine()).object();
            if (answer.contains(u"return"))
                return answer[u"return"];
        }
    }

    static void collect(const QJsonArray &devices, QMap<QString, QString> &found)
    {
        for (const QJsonValue &device : devices) {
            const PciAddress place {0, quint8(device[u"bus"].toInt()),
                                    quint8(device[u"slot"].toInt()),
                                    quint8(device[u"function"].toInt())};
            const QJsonValue bridge = device[u"pci_bridge"];
            QString text = place.toShortString();
            if (bridge.isObject())
                text += u" -> "_s
                    + QString::number(bridge[u"bus"][u"secondary"].toInt(), 16)
                          .rightJustified(2, u'0');
            if (const QString id = device[u"qdev_id"].toString(); !id.isEmpty())
                found.insert(id, text);
            collect(bridge[u"devices"].toArray(), found);
        }
    }

    QProcess m_process;
};

/// What a guest does not find keeps its place on bus 0 with nothing numbered behind it, and what
/// is below that does not appear.
QMap<QString, QString> likelyPlaces(const Plan &plan, const PlanOutcome &outcome)
{
    QMap<QString, QString> places;
    for (const GuestNode &node : outcome.guestTree) {
        if (isBuiltIn(plan, node))
            continue;
        const bool bridge = !node.ownBus.isEmpty() && !node.ownBusIsRoot;
        const QString behind = bridge ? u" -> "_s
                + QString::number(node.likelySecondary.value_or(0), 16).rightJustified(2, u'0')
                                      : QString();
        if (node.likelyAddress)
            places.insert(node.id, node.likelyAddress->toShortString() + behind);
        else if (node.parent < 0)
            places.insert(
                node.id,
                PciAddress {0, 0, quint8(node.slot), quint8(node.function)}.toShortString()
                    + behind);
    }
    return places;
}

} // namespace

class tst_oracle_seabios : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void firmwareGivesTheLikelyBusNumbers_data();
    void firmwareGivesTheLikelyBusNumbers();
};

void tst_oracle_seabios::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(u"qemu-system-x86_64"_s).isEmpty(),
             "qemu-system-x86_64 is not installed");
}

void tst_oracle_seabios::firmwareGivesTheLikelyBusNumbers_data()
{
    QTest::addColumn<OraclePlan>("row");
    int booted = 0;
    for (const OraclePlan &row : oraclePlans()) {
        if (!row.boots)
            continue;
        QTest::newRow(row.name.constData()) << row;
        ++booted;
    }
    QVERIFY(booted >= 8);
}

void tst_oracle_seabios::firmwareGivesTheLikelyBusNumbers()
{
    QFETCH(OraclePlan, row);
    const PlanOutcome outcome = evaluate(row.plan);
    const QMap<QString, QString> likely = likelyPlaces(row.plan, outcome);
    Machine guest(guestArguments(row.plan, outcome));
    QElapsedTimer clock;
    clock.start();
    QMap<QString, QString> seen;
    do {
        QTest::qSleep(interval);
        seen = guest.places();
        QVERIFY2(!seen.isEmpty(), guest.complaint().constData());
    } while (seen != likely && !clock.hasExpired(firmwareTimeout));
    QTest::qSleep(settling);
    QCOMPARE(guest.places(), likely);
}

QTEST_GUILESS_MAIN(tst_oracle_seabios)
#include "tst_oracle_seabios.moc"
