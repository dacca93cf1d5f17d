// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureplan.h"

#include <QFontMetricsF>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

constexpr quint32 hosts = 220;
using Role = LayoutNode::Role;

/// The rows of a request and what stands on them.
struct Row {
    int guest = -1;
    QList<int> host; ///< the function and the ports above it, roots left out
    QList<int> ports; ///< the guest ports above the guest function
};

QList<Row> rowsOf(const LayoutRequest &request)
{
    QList<Row> rows;
    for (int i = 0; i < request.nodes.size(); ++i) {
        if (request.nodes.at(i).twin < 0)
            continue;
        Row row {i, {}, {}};
        for (int at = request.nodes.at(i).twin; request.nodes.at(at).parent >= 0;
             at = request.nodes.at(at).parent)
            row.host.append(at);
        for (int at = request.nodes.at(i).parent; request.nodes.at(at).parent >= 0;
             at = request.nodes.at(at).parent)
            row.ports.append(at);
        rows.append(row);
    }
    return rows;
}

} // namespace

class tst_facinglayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (quint32 seed = 0; seed < hosts; ++seed) {
            DrawingOptions options;
            options.folding.all = seed % 3 == 0;
            m_pictures.append(pictured(randomPlan(seed), options));
            const Pictured &picture = m_pictures.last();
            QVERIFY2(picture.plan.host, qPrintable(QString::number(seed)));
            QVERIFY2(picture.layout,
                     picture.layout ? "" : qPrintable(picture.layout.error().toString()));
            m_rows += rowsOf(picture.request).size();
        }
        QVERIFY2(m_rows > hosts, "too few passed functions for the tests to say anything");
    }

    void everyRequestedBoxIsDrawn()
    {
        for (const Pictured &picture : m_pictures)
            QCOMPARE(picture.drawing.boxes.size(), picture.request.nodes.size());
    }

    void noBoxOverlapsAnother()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            const QList<DrawnBox> &boxes = picture.drawing.boxes;
            for (qsizetype i = 0; i < boxes.size(); ++i) {
                for (qsizetype k = i + 1; k < boxes.size(); ++k)
                    QVERIFY2(!boxes.at(i).rect.intersects(boxes.at(k).rect),
                             seed + ' ' + boxes.at(i).ref.toString().toLatin1() + " and "
                                 + boxes.at(k).ref.toString().toLatin1());
            }
        });
    }

    void noRibbonCrossesABox()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            for (const DrawnRibbon &ribbon : picture.drawing.ribbons) {
                QVERIFY2(ribbon.rect.width() > 0, seed);
                for (const DrawnBox &box : picture.drawing.boxes)
                    QVERIFY2(!box.rect.intersects(ribbon.rect.adjusted(0.5, 0.5, -0.5, -0.5)),
                             seed + ' ' + box.ref.toString().toLatin1());
            }
        });
    }

    void noHopCrossesABox()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            for (const DrawnHop &hop : picture.drawing.hops) {
                for (qsizetype i = 1; i < hop.line.size(); ++i) {
                    const QRectF piece = QRectF(hop.line.at(i - 1), hop.line.at(i))
                                             .normalized()
                                             .adjusted(-0.5, -0.5, 0.5, 0.5);
                    for (const DrawnBox &box : picture.drawing.boxes) {
                        const bool isEnd = box.ref == hop.child || box.ref == hop.parent;
                        QVERIFY2(isEnd || !box.rect.intersects(piece),
                                 seed + ' ' + hop.child.toString().toLatin1() + " through "
                                     + box.ref.toString().toLatin1());
                    }
                }
            }
        });
    }

    void theEdgesOfTwoParentsDoNotRunIntoEachOther()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            struct Trunk {
                NodeRef parent;
                double x, from, to;
            };
            QList<Trunk> trunks;
            for (const DrawnHop &hop : picture.drawing.hops) {
                if (hop.line.size() != 4)
                    continue;
                const auto [from, to] = std::minmax({hop.line.at(1).y(), hop.line.at(2).y()});
                for (const Trunk &other : std::as_const(trunks))
                    QVERIFY2(other.parent == hop.parent || other.x != hop.line.at(1).x()
                                 || other.from > to || other.to < from,
                             seed + ' ' + hop.child.toString().toLatin1());
                trunks.append({hop.parent, hop.line.at(1).x(), from, to});
            }
        });
    }

    void hostSiblingsStandInAddressOrder()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            QHash<int, double> last;
            for (const LayoutNode &node : picture.request.nodes) {
                if (node.role != Role::Host && node.role != Role::HostRoot)
                    continue;
                const double y = picture.layout->places.value(node.name).center().y();
                QVERIFY2(y > last.value(node.parent, -1), seed + ' ' + node.name.toLatin1());
                last.insert(node.parent, y);
            }
        });
    }

    void guestPortsStandInTheOrderOfTheRowsTheyFace()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            // By column, for a port may stand behind another.
            QHash<int, std::pair<double, double>> last;
            QSet<int> seen;
            QList<Row> rows = rowsOf(picture.request);
            const auto y = [&](int node) {
                return picture.layout->places.value(picture.request.nodes.at(node).name)
                    .center()
                    .y();
            };
            std::ranges::sort(rows, {}, [&](const Row &row) { return y(row.guest); });
            for (const Row &row : rows) {
                for (const int port : row.ports) {
                    if (seen.contains(port))
                        continue;
                    seen.insert(port);
                    const int column = picture.request.nodes.at(port).column;
                    QVERIFY2(y(port) > last.value(column, {-1, 0}).first, seed);
                    last.insert(column, {y(port), 0});
                }
            }
        });
    }

    void twinsStandOnOneRow()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            for (const DrawnRibbon &ribbon : picture.drawing.ribbons) {
                const DrawnBox *host = picture.drawing.box(ribbon.host);
                const DrawnBox *guest = picture.drawing.box(ribbon.guest);
                QVERIFY2(host->rect.center().y() == guest->rect.center().y(), seed);
                QCOMPARE(picture.drawing.twin(ribbon.host), std::optional(ribbon.guest));
                QCOMPARE(picture.drawing.twin(ribbon.guest), std::optional(ribbon.host));
            }
        });
    }

    void anUnsharedPassedPathIsOneStraightRow()
    {
        int straight = 0;
        forEach([&straight](const Pictured &picture, const QByteArray &seed) {
            const QList<Row> rows = rowsOf(picture.request);
            QHash<int, int> uses;
            for (const Row &row : rows) {
                for (const int node : row.host + row.ports)
                    ++uses[node];
            }
            for (const Row &row : rows) {
                const QList<int> onRow = row.host + row.ports;
                const auto shared = [&](int node) { return uses.value(node) > 1; };
                if (std::ranges::any_of(onRow, shared))
                    continue;
                ++straight;
                const auto y = [&](int node) {
                    return picture.layout->places.value(picture.request.nodes.at(node).name)
                        .center()
                        .y();
                };
                for (const int node : onRow)
                    QVERIFY2(qAbs(y(node) - y(row.guest)) < 0.01,
                             seed + ' ' + picture.request.nodes.at(node).name.toLatin1());
            }
        });
        QVERIFY(straight > 100);
    }

    void columnsAreAligned()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            QHash<int, QRectF> columns;
            for (const LayoutNode &node : picture.request.nodes) {
                const QRectF place = picture.layout->places.value(node.name);
                const QRectF first = columns.value(node.column, place);
                QVERIFY2(place.left() == first.left() && place.width() == first.width(), seed);
                columns.insert(node.column, first);
            }
        });
    }

    void theSameInputGivesTheSamePicture()
    {
        for (quint32 seed = 0; seed < hosts; seed += 10) {
            const Pictured &first = m_pictures.at(seed);
            const Pictured again = pictured(randomPlan(seed), first.options);
            QCOMPARE(again.request, first.request);
            QCOMPARE(*again.layout, *first.layout);
        }
    }

    void everyTextFitsItsBox()
    {
        forEach([](const Pictured &picture, const QByteArray &seed) {
            for (const DrawnBox &box : picture.drawing.boxes) {
                const QRectF inner = box.rect.adjusted(2, 0, -2, 0);
                for (const DrawnText &text : box.texts) {
                    const double width =
                        QFontMetricsF(drawingFont(text.style)).horizontalAdvance(text.text);
                    QVERIFY2(qAbs(width - text.rect.width()) < 0.01, seed);
                    QVERIFY2(inner.contains(text.rect), seed + ' ' + text.text.toUtf8());
                    QVERIFY2(box.badge.isNull() || text.style != TextStyle::BoxTitle
                                 || text.rect.right() <= box.badge.left(),
                             seed + ' ' + text.text.toUtf8());
                }
                for (const DrawnChip &chip : box.chips) {
                    QVERIFY2(inner.contains(chip.rect), seed + ' ' + chip.text.text.toUtf8());
                    QVERIFY2(chip.rect.left() < chip.text.rect.left()
                                 && chip.rect.right() > chip.text.rect.right(),
                             seed);
                }
            }
            const QRectF page(QPointF(), picture.drawing.size);
            for (const DrawnText &text : picture.drawing.texts)
                QVERIFY2(page.contains(text.rect), seed + ' ' + text.text.toUtf8());
            for (const DrawnBox &box : picture.drawing.boxes)
                QVERIFY2(page.contains(box.rect), seed);
        });
    }

private:
    template<typename Check>
    void forEach(Check check)
    {
        for (qsizetype i = 0; i < m_pictures.size(); ++i) {
            check(m_pictures.at(i), "host " + QByteArray::number(i));
            if (QTest::currentTestFailed())
                return;
        }
    }

    QList<Pictured> m_pictures;
    qsizetype m_rows = 0;
};

QTEST_MAIN(tst_facinglayout)
#include "tst_facinglayout.moc"
