// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "treereport.h"

#include "printable.h"

#include <QCoreApplication>
#include <QTextStream>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// "completes 32 64", "routes", "does not route": what the function itself does, in few words.
QString ownWords(const PciFunction &function)
{
    const AtomicOps &ops = function.atomicOps;
    if (isSwitchPort(function.portType)) {
        if (!ops.routing)
            return Text::tr("routing not readable");
        QString words = *ops.routing ? Text::tr("routes") : Text::tr("does not route");
        if (function.portType == PortType::UpstreamPort && ops.egressBlocking.value_or(false))
            words += Text::tr(", blocks egress");
        return words;
    }
    if (!appliesCompleter(function) || function.portType == PortType::RcEventCollector)
        return {};
    QStringList yes;
    bool known = true;
    for (const auto &[width, label] :
         {std::pair(Width::W32, "32"_L1), {Width::W64, "64"_L1}, {Width::W128, "128"_L1}}) {
        known = known && ops.completer[width].has_value();
        if (ops.completer[width].value_or(false))
            yes += label;
    }
    if (!yes.isEmpty())
        return Text::tr("completes %1").arg(yes.join(u' '));
    return known ? Text::tr("completes none") : Text::tr("completer bits not readable");
}

class TreeTextWriter {
public:
    TreeTextWriter(const Topology &topology, AtomicOpsRule rule)
        : m_topology(topology), m_rule(rule), m_out(&m_text)
    {
    }

    QString write()
    {
        for (const RootBus &root : m_topology.rootBuses()) {
            m_out << u"%1:%2"_s.arg(root.domain, 4, 16, QLatin1Char('0'))
                         .arg(root.bus, 2, 16, QLatin1Char('0'))
                  << (root.known ? Text::tr("  root bus")
                                 : Text::tr("  bus whose parent is not in the capture"))
                  << u'\n';
            writeBelow(root.functions);
        }
        return m_text;
    }

private:
    /// Iterative: a tree may be as deep as there are buses.
    void writeBelow(const QList<int> &tops)
    {
        struct Pending {
            int index;
            int depth;
        };
        QList<Pending> stack;
        for (auto it = tops.crbegin(); it != tops.crend(); ++it)
            stack.append({*it, 1});
        while (!stack.isEmpty()) {
            const Pending item = stack.takeLast();
            writeLine(item.index, item.depth);
            const QList<int> &below = m_topology.children(item.index);
            for (auto it = below.crbegin(); it != below.crend(); ++it)
                stack.append({*it, item.depth + 1});
        }
    }

    void writeLine(int index, int depth)
    {
        const PciFunction &function = m_topology.at(index);
        QString line(depth * 2, u' ');
        if (m_topology.gapAbove(index))
            line += Text::tr("(ports not in the capture) ");
        line += function.address.toString() + u"  "_s + portTypeName(function.portType);
        if (const QString words = ownWords(function); !words.isEmpty())
            line += u", "_s + words;
        if (hasPathToRoot(function)) {
            const HostPath path = atomicPath(m_topology, index, m_rule);
            line += u"  "_s + verdictGlyph(combinedVerdict(path.verdict)) + u' '
                + reasonId(path.reason);
            if (path.blockedBy)
                line += Text::tr(" at %1").arg(m_topology.at(*path.blockedBy).address.toString());
        }
        m_out << line << (function.name.isEmpty() ? QString() : u"  "_s + function.name) << u'\n';
    }

    const Topology &m_topology;
    AtomicOpsRule m_rule;
    QString m_text;
    QTextStream m_out;
};

QString dotQuoted(QString text)
{
    text.replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s);
    return u'"' + text + u'"';
}

} // namespace

QChar verdictGlyph(PathVerdict verdict)
{
    switch (verdict) {
    case PathVerdict::Pass:
        return u'✓';
    case PathVerdict::Fail:
        return u'✕';
    case PathVerdict::Unproven:
        return u'!';
    case PathVerdict::Unknown:
        break;
    }
    return u'?';
}

PathVerdict combinedVerdict(const PerWidth<PathVerdict> &verdict)
{
    for (const PathVerdict worst :
         {PathVerdict::Fail, PathVerdict::Unknown, PathVerdict::Unproven}) {
        if (verdict.w32 == worst || verdict.w64 == worst)
            return worst;
    }
    return PathVerdict::Pass;
}

QString treeText(const HostCapture &host, const KernelVersion &kernel)
{
    QString text = TreeTextWriter(*host.topology, kernel.rule).write();
    for (const CaptureProblem &problem : host.problems) {
        text += problem.line > 0 ? Text::tr("line %1: ").arg(problem.line) : QString();
        text += problem.message + u'\n';
    }
    return printableLines(text);
}

QString treeDot(const HostCapture &host, const KernelVersion &kernel)
{
    const Topology &topology = *host.topology;
    QString dot = u"digraph host {\n  rankdir=LR; splines=false; node [shape=box];\n"_s;
    for (int i = 0; i < topology.size(); ++i) {
        const PciFunction &function = topology.at(i);
        QString label = function.address.toString() + u'\n' + portTypeName(function.portType);
        if (hasPathToRoot(function)) {
            const HostPath path = atomicPath(topology, i, kernel.rule);
            label += u' ' + verdictGlyph(combinedVerdict(path.verdict));
        }
        const QString id = dotQuoted(function.address.toString());
        dot += u"  "_s + id + u" [label="_s + dotQuoted(label) + u"];\n"_s;
        if (const int parent = topology.parent(i); parent >= 0)
            dot += u"  "_s + dotQuoted(topology.at(parent).address.toString()) + u" -> "_s + id
                + (topology.gapAbove(i) ? u" [style=dashed]"_s : QString()) + u";\n"_s;
    }
    return dot + u"}\n"_s;
}

} // namespace rootward
