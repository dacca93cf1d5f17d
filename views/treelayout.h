// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "result.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QObject>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <memory>

class QTimer;

namespace rootward {

/// One box to place.
struct LayoutNode {
    enum class Role { HostRoot, Host, GuestFunction, Guest, GuestRoot };

    QString name; ///< unique in a request; any characters
    Role role = Role::Host;
    int parent = -1; ///< index of the node towards its own root; -1: a root
    int column = 0; ///< from the left, over both halves
    int height = 0; ///< whole points; the width is its column's
    int twin = -1; ///< a GuestFunction: index of the host node it faces on one row

    friend bool operator==(const LayoutNode &, const LayoutNode &) = default;
};

/// What to place: two trees that face each other. Host nodes stand in address order, then guest
/// functions and guest ports in the order of the host rows they face, the guest root last. So a
/// host node comes after its parent, a guest node before its own.
/// Lengths are whole points.
struct LayoutRequest {
    QList<LayoutNode> nodes;
    QList<int> columnWidths;
    QList<int> columnGaps; ///< gap to the right of each column, the last one ignored
    int rowGap = 12; ///< least vertical gap between boxes

    friend bool operator==(const LayoutRequest &, const LayoutRequest &) = default;
};
size_t qHash(const LayoutRequest &request, size_t seed = 0) noexcept;

/// Where the boxes stand, y downwards, the whole from (0, 0) on. Roots are stretched over the
/// rows of their children.
struct LayoutResult {
    QHash<QString, QRectF> places; ///< by LayoutNode::name
    QSizeF size;

    friend bool operator==(const LayoutResult &, const LayoutResult &) = default;
};

/// What an edge that skips columns keeps free there, in points.
inline constexpr int laneHeight = 20;

/// Above this many nodes every host root without a passed function becomes a graph of its own.
inline constexpr qsizetype maxNodesInOneGraph = 1500;

/// The request itself, or its parts to be laid out one by one and joined.
QList<LayoutRequest> layoutParts(const LayoutRequest &request);
/// The graph in Graphviz' language. Pure; the same request gives the same bytes.
QByteArray dotGraph(const LayoutRequest &request);
/// Reads what `dot -Tjson0` answered for dotGraph(request). BadData where it is not that.
Result<LayoutResult> readLayout(const LayoutRequest &request, const QByteArray &json);
/// Stacks the results of layoutParts(request).
LayoutResult joinParts(const LayoutRequest &request, const QList<LayoutResult> &parts);

/// Runs the layout and waits for it: for the command line. Unavailable where the `dot` program
/// is missing or fails.
Result<LayoutResult> layOut(const LayoutRequest &request);

/// Lays out in child processes, one request at a time: a new request and cancel() end the
/// processes of the old one. Results are kept by request, so a known one is delivered at once
/// (still through the event loop).
class TreeLayout : public QObject {
    Q_OBJECT
public:
    explicit TreeLayout(QObject *parent = nullptr);
    ~TreeLayout() override;

    void start(const LayoutRequest &request);
    void cancel();
    bool isRunning() const;
    /// The result of an earlier run of an equal request; nullptr if there is none.
    const LayoutResult *cached(const LayoutRequest &request) const;
    void setTimeLimit(int milliseconds);

Q_SIGNALS:
    /// Once per start() that was not cancelled or replaced.
    void finished(const rootward::Result<rootward::LayoutResult> &result);

private:
    struct Run;
    void startNext();
    void timeIsOver();
    void partFinished(int part, const Result<QByteArray> &answer);
    void finish(const Result<LayoutResult> &result);

    std::unique_ptr<Run> m_run;
    QHash<LayoutRequest, LayoutResult> m_cache;
    QList<LayoutRequest> m_cacheOrder;
    QTimer *m_limit;
    int m_timeLimit;
};

} // namespace rootward
