// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "toggles.h"

#include "hostshapes.h"
#include "session.h"
#include "topologyview.h"

#include <QEventLoop>
#include <QRandomGenerator>
#include <QTimer>

#include <malloc.h>

using namespace Qt::StringLiterals;

namespace rootward::bench {

namespace {

constexpr int toggles = 1000;
constexpr int cards = 8; // 256 different plans: far more than the layouts that are kept

/// Waits for a signal, at most ten seconds.
template<typename Sender, typename Signal>
bool wait(Sender *sender, Signal signal, const std::function<void()> &start)
{
    QEventLoop loop;
    bool arrived = false;
    QObject::connect(sender, signal, &loop, [&] {
        arrived = true;
        loop.quit();
    });
    QTimer::singleShot(10'000, &loop, &QEventLoop::quit);
    start();
    if (!arrived)
        loop.exec();
    return arrived;
}

/// The first functions 0 of slots with several functions.
QList<PciAddress> wholeCards(const Topology &host)
{
    QList<PciAddress> found;
    for (const int index : passableFunctions(host)) {
        const PciAddress address = host.at(index).address;
        if (address.function == 0 && host.slotFunctions(address).size() > 1 && found.size() < cards)
            found += address;
    }
    return found;
}

Ratio failed(const QString &why)
{
    return {u"P12"_s, u"1000 toggles"_s, 1, 1e9, why};
}

} // namespace

QList<Ratio> toggleGrowth()
{
    Session session;
    TopologyView view;
    view.resize(1200, 800);
    view.show();
    const QByteArray capture = hexDump(mixedHost(300, 3), 256);
    if (!wait(&session, &Session::loadEnded,
              [&] { session.load(textReader(capture, u"bench"_s), u"bench"_s); })
        || !session.hasHost())
        return {failed(u"the host does not load"_s)};
    for (const PciAddress &card : wholeCards(*session.plan().host))
        static_cast<void>(session.addCard(card));
    if (session.plan().entries.size() != cards)
        return {failed(u"the host has too few cards"_s)};

    QRandomGenerator random(1);
    long before = 0;
    for (int i = 0; i < toggles; ++i) {
        if (i == toggles / 2) {
            malloc_trim(0);
            before = residentKiB();
        }
        const PlanEntry entry = session.plan().entries.at(random.bounded(cards));
        const HostpciValue value = *HostpciValue::parse(entry.value);
        session.setEntry(entry.index, value.withAllFunctions(!value.allFunctions()).text(),
                         u"toggle"_s);
        if (!wait(&view, &TopologyView::layoutFinished,
                  [&] { view.setPlan(session.plan(), session.outcome(), {}, {}); }))
            return {failed(u"a layout did not arrive"_s)};
    }
    malloc_trim(0);
    const double growth = double(residentKiB() - before) / 1024;
    return {{u"P12"_s, u"1000 toggles with relayout: MiB grown over the last 500"_s, 1, growth,
             u"resident %1 MiB"_s.arg(residentKiB() / 1024)},
            {u"P12"_s, u"child processes left after them"_s, 0, double(childProcesses()), {}}};
}

} // namespace rootward::bench
