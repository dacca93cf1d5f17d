// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "processortimer.h"
#include "treelayout.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace rootward;

namespace {

using Role = LayoutNode::Role;

/// Root, one port with two functions, the second of them passed to a guest port.
LayoutRequest smallRequest()
{
    LayoutRequest request;
    request.nodes = {{u"root"_s, Role::HostRoot, -1, 0, 42, -1},
                     {u"port"_s, Role::Host, 0, 1, 60, -1},
                     {u"audio"_s, Role::Host, 1, 2, 60, -1},
                     {u"card"_s, Role::Host, 1, 2, 60, -1},
                     {u"guest card"_s, Role::GuestFunction, 5, 3, 60, 3},
                     {u"guest port"_s, Role::Guest, 6, 4, 60, -1},
                     {u"guest root"_s, Role::GuestRoot, -1, 5, 42, -1}};
    request.columnWidths = {64, 120, 160, 160, 120, 64};
    request.columnGaps = {24, 28, 44, 28, 24, 0};
    return request;
}

/// Puts a program called dot before all others for as long as it lives.
class FakeDot {
public:
    explicit FakeDot(const QByteArray &script) : m_path(qgetenv("PATH"))
    {
        if (!script.isEmpty()) {
            QFile file(m_folder.filePath(u"dot"_s));
            if (file.open(QIODevice::WriteOnly)) {
                file.write("#!/bin/sh\n" + script);
                file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            }
            qputenv("PATH", m_folder.path().toLocal8Bit() + ':' + m_path);
        } else {
            qputenv("PATH", m_folder.path().toLocal8Bit());
        }
    }
    ~FakeDot() { qputenv("PATH", m_path); }
    Q_DISABLE_COPY_MOVE(FakeDot)
    QString file(const QString &name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
    QByteArray m_path;
};

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class tst_treelayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theGraphPinsColumnsAndKeepsTheOrder()
    {
        const QByteArray graph = dotGraph(smallRequest());
        QCOMPARE(dotGraph(smallRequest()), graph);
        QVERIFY(graph.contains("rankdir=LR splines=none"));
        QVERIFY(graph.contains("{rank=same; s2; \"2 audio\"; \"3 card\"; }"));
        QVERIFY(graph.contains("\"1 port\" -> \"3 card\" [weight=100]"));
        QVERIFY(graph.contains("\"1 port\" -> \"2 audio\" [weight=1]"));
        QVERIFY(graph.contains("\"3 card\" -> \"4 guest card\" [weight=100]"));
        QVERIFY(graph.contains("top -> \"0 root\" [weight=0]"));
        QVERIFY(graph.indexOf("\"2 audio\" [") < graph.indexOf("\"3 card\" ["));
    }

    void aRowIsStraightFromPortToPort()
    {
        const Result<LayoutResult> result = layOut(smallRequest());
        QVERIFY2(result, result ? "" : qPrintable(result.error().toString()));
        const double row = result->places.value(u"card"_s).center().y();
        for (const QString &name : {u"port"_s, u"guest card"_s, u"guest port"_s})
            QCOMPARE(result->places.value(name).center().y(), row);
        QVERIFY(result->places.value(u"audio"_s).bottom() < result->places.value(u"card"_s).top());
        QCOMPARE(result->places.value(u"guest root"_s).right(), result->size.width());
    }

    void namesCannotEscapeTheirQuotes_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("quote") << u"a\" [shape=star] \""_s;
        QTest::newRow("backslash") << u"a\\"_s;
        QTest::newRow("newline") << u"a\nb; }"_s;
        QTest::newRow("markup") << u"<b>&amp;</b>"_s;
        QTest::newRow("nothing") << QString();
        QTest::newRow("null") << QString(QChar(0));
        QTest::newRow("beyond Latin") << u"日本\U0001f600\u202e"_s;
        QTest::newRow("the spine's own name") << u"s0"_s;
        QTest::newRow("long") << QString(5000, u'x');
    }
    void namesCannotEscapeTheirQuotes()
    {
        QFETCH(QString, name);
        LayoutRequest request = smallRequest();
        request.nodes[3].name = name;
        const Result<LayoutResult> result = layOut(request);
        QVERIFY2(result, result ? "" : qPrintable(result.error().toString()));
        QCOMPARE(result->places.size(), request.nodes.size());
        QCOMPARE(result->places.value(name), layOut(smallRequest())->places.value(u"card"_s));
    }

    void whatIsNoAnswerIsRefused_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("not JSON") << QByteArray("<svg/>");
        QTest::newRow("an array") << QByteArray("[]");
        QTest::newRow("no objects") << QByteArray("{}");
        QTest::newRow("a node is missing")
            << QByteArray(R"({"_subgraph_cnt":0,"objects":[{"name":"0 root","pos":"1,2"}]})");
        QTest::newRow("odd places") << QByteArray(
            R"({"_subgraph_cnt":-5,"objects":[{"name":"0 root","pos":"1,nan"},{"name":"99 x",)"
            R"("pos":"1,2"},{"name":"-1 x","pos":"1,2"},7,null,{"pos":3}]})");
    }
    void whatIsNoAnswerIsRefused()
    {
        QFETCH(QByteArray, answer);
        const Result<LayoutResult> result = readLayout(smallRequest(), answer);
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::BadData);
    }

    void aMissingDotNamesItsPackage()
    {
        const FakeDot none({});
        const Result<LayoutResult> result = layOut(smallRequest());
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::Unavailable);
        QVERIFY(result.error().toString().contains("graphviz"_L1));
    }

    void aFailingDotNamesItsPackage_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("exits with an error") << QByteArray("cat >/dev/null; exit 3\n");
        QTest::newRow("does not even read") << QByteArray("exit 1\n");
        QTest::newRow("crashes") << QByteArray("kill -SEGV $$\n");
    }
    void aFailingDotNamesItsPackage()
    {
        QFETCH(QByteArray, script);
        const FakeDot dot(script);
        const Result<LayoutResult> result = layOut(smallRequest());
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::Unavailable);
        QVERIFY(result.error().toString().contains("graphviz"_L1));
    }

    void aHangingDotIsEndedByTheTimeLimit()
    {
        const FakeDot dot("exec sleep 60\n");
        TreeLayout layout;
        layout.setTimeLimit(200);
        QSignalSpy finished(&layout, &TreeLayout::finished);
        const ProcessorTimer timer;
        layout.start(smallRequest());
        QVERIFY(finished.wait(10s));
        QVERIFY(timer.elapsed() < 30'000);
        const auto result = finished.first().first().value<Result<LayoutResult>>();
        QVERIFY(!result);
        QCOMPARE(result.error().kind, Error::Kind::Unavailable);
        QVERIFY(!layout.isRunning());
    }

    void cancelEndsTheProcess()
    {
        const FakeDot dot("echo $$ >\"$(dirname \"$0\")/pid\"\nexec sleep 60\n");
        TreeLayout layout;
        QSignalSpy finished(&layout, &TreeLayout::finished);
        layout.start(smallRequest());
        QVERIFY(
            QTest::qWaitFor([&] { return contents(dot.file(u"pid"_s)).endsWith('\n'); }, 10'000));
        const QString process =
            u"/proc/"_s + QString::fromLatin1(contents(dot.file(u"pid"_s)).trimmed());
        QVERIFY(QFile::exists(process));
        layout.cancel();
        QVERIFY(!layout.isRunning());
        QVERIFY(QTest::qWaitFor([&] { return !QFile::exists(process); }, 10'000));
        QVERIFY(!finished.wait(100ms));
    }

    void aNewRequestReplacesTheOldOne()
    {
        TreeLayout layout;
        QSignalSpy finished(&layout, &TreeLayout::finished);
        LayoutRequest taller = smallRequest();
        taller.nodes[3].height = 100;
        layout.start(smallRequest());
        layout.start(taller);
        QVERIFY(finished.wait(10s));
        QCOMPARE(finished.size(), 1);
        const auto result = finished.first().first().value<Result<LayoutResult>>();
        QVERIFY(result);
        QCOMPARE(result->places.value(u"card"_s).height(), 100.0);
        QVERIFY(!layout.cached(smallRequest()));
    }

    void aKnownRequestNeedsNoProcess()
    {
        TreeLayout layout;
        QSignalSpy finished(&layout, &TreeLayout::finished);
        layout.start(smallRequest());
        QVERIFY(finished.wait(10s));
        const FakeDot none({});
        layout.start(smallRequest());
        QVERIFY(finished.wait(10s));
        const auto result = finished.last().first().value<Result<LayoutResult>>();
        QVERIFY(result);
        QCOMPARE(*result, finished.first().first().value<Result<LayoutResult>>().value());
    }

    void manyNodesAreSplitByRoot()
    {
        LayoutRequest request = smallRequest();
        for (int root = 0; root < 40; ++root) {
            const int at = int(request.nodes.size());
            request.nodes.append({u"root%1"_s.arg(root), Role::HostRoot, -1, 0, 42, -1});
            for (int child = 0; child < 40; ++child)
                request.nodes.append({u"n%1.%2"_s.arg(root).arg(child), Role::Host, at, 1, 42, -1});
        }
        const QList<LayoutRequest> parts = layoutParts(request);
        QCOMPARE(parts.size(), 41);
        QCOMPARE(parts.first().nodes, smallRequest().nodes);
        const Result<LayoutResult> result = layOut(request);
        QVERIFY(result);
        QCOMPARE(result->places.size(), request.nodes.size());
        double bottom = result->places.value(u"root"_s).bottom();
        for (int root = 0; root < 40; ++root) {
            const QRectF place = result->places.value(u"root%1"_s.arg(root));
            QVERIFY(place.top() > bottom);
            bottom = place.bottom();
        }
    }
};

QTEST_GUILESS_MAIN(tst_treelayout)
#include "tst_treelayout.moc"
