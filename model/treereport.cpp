// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "treereport.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QTextStream>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QString hex4(quint16 value)
{
    return u"%1"_s.arg(value, 4, 16, QLatin1Char('0'));
}

QJsonValue hexOrNull(std::optional<quint16> value)
{
    return value ? QJsonValue(hex4(*value)) : QJsonValue();
}

QJsonValue textOrNull(const QString &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text);
}

template<typename T>
QJsonValue valueOrNull(const std::optional<T> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

QJsonValue addressOrNull(const std::optional<PciAddress> &address)
{
    return address ? QJsonValue(address->toString()) : QJsonValue();
}

QJsonValue subsystemJson(const PciFunction &function)
{
    if (!function.subsystemVendor || !function.subsystemDevice)
        return {};
    return u"%1:%2"_s.arg(hex4(*function.subsystemVendor), hex4(*function.subsystemDevice));
}

QJsonValue linkJson(const std::optional<Link> &link)
{
    if (!link)
        return {};
    const auto known = [](auto number) { return number > 0 ? QJsonValue(number) : QJsonValue(); };
    return QJsonObject {{u"speed"_s, known(link->speed)},
                        {u"width"_s, known(link->width)},
                        {u"maxSpeed"_s, known(link->maxSpeed)},
                        {u"maxWidth"_s, known(link->maxWidth)}};
}

QJsonObject atomicOpsJson(const PciFunction &function)
{
    const AtomicOps &ops = function.atomicOps;
    QJsonObject json;
    if (appliesRouting(function)) {
        json[u"routing"] = valueOrNull(ops.routing);
        json[u"egressBlocking"] = valueOrNull(ops.egressBlocking);
    }
    if (appliesCompleter(function)) {
        json[u"completer32"] = valueOrNull(ops.completer.w32);
        json[u"completer64"] = valueOrNull(ops.completer.w64);
        json[u"completer128"] = valueOrNull(ops.completer.w128);
    }
    if (appliesRequester(function))
        json[u"requesterEnable"] = valueOrNull(ops.requesterEnable);
    return json;
}

QJsonObject functionJson(const Topology &topology, int index, AtomicOpsRule rule)
{
    const PciFunction &function = topology.at(index);
    const int parent = topology.parent(index);
    QJsonArray path;
    for (const int hop : topology.path(index))
        path.append(hop < 0 ? QJsonValue() : QJsonValue(topology.at(hop).address.toString()));

    return {{u"address"_s, function.address.toString()},
            {u"parent"_s, parent < 0 ? QJsonValue() : topology.at(parent).address.toString()},
            {u"rootBus"_s, valueOrNull(topology.onRootBus(index))},
            {u"portType"_s, QString(portTypeId(function.portType))},
            {u"vendor"_s, hexOrNull(function.vendor)},
            {u"device"_s, hexOrNull(function.device)},
            {u"class"_s, hexOrNull(function.classCode)},
            {u"subsystem"_s, subsystemJson(function)},
            {u"name"_s, function.name},
            {u"driver"_s, textOrNull(function.driver)},
            {u"iommuGroup"_s, valueOrNull(function.iommuGroup)},
            {u"numaNode"_s, valueOrNull(function.numaNode)},
            {u"slot"_s, textOrNull(function.physicalSlot)},
            {u"link"_s, linkJson(function.link)},
            {u"physicalFunction"_s, addressOrNull(function.physicalFunction)},
            {u"atomicOps"_s, atomicOpsJson(function)},
            {u"path"_s, path},
            {u"toRoot"_s,
             hasPathToRoot(function) ? pathJson(topology, atomicPath(topology, index, rule))
                                     : QJsonValue()}};
}

QLatin1StringView severityId(CaptureProblem::Severity severity)
{
    switch (severity) {
    case CaptureProblem::Severity::Info:
        return "info"_L1;
    case CaptureProblem::Severity::Warning:
        return "warning"_L1;
    case CaptureProblem::Severity::Error:
        break;
    }
    return "error"_L1;
}

QJsonArray problemsJson(const QList<CaptureProblem> &problems)
{
    QJsonArray json;
    for (const CaptureProblem &problem : problems) {
        json.append(
            QJsonObject {{u"severity"_s, QString(severityId(problem.severity))},
                         {u"id"_s, QString(reasonId(problem.reason))},
                         {u"line"_s, problem.line > 0 ? QJsonValue(problem.line) : QJsonValue()},
                         {u"address"_s, addressOrNull(problem.address)},
                         {u"message"_s, problem.message}});
    }
    return json;
}

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

QJsonObject kernelJson(const KernelVersion &kernel)
{
    return {{u"version"_s, textOrNull(kernel.version)}, {u"rule"_s, QString(ruleId(kernel.rule))}};
}

QJsonObject pathJson(const Topology &topology, const HostPath &path)
{
    QJsonArray blockers;
    for (const Blocker &blocker : path.blockers) {
        blockers.append(
            QJsonObject {{u"address"_s,
                          blocker.function < 0 ? QJsonValue()
                                               : topology.at(blocker.function).address.toString()},
                         {u"reason"_s, QString(reasonId(blocker.reason))}});
    }
    return {{u"32"_s, QString(pathVerdictId(path.verdict.w32))},
            {u"64"_s, QString(pathVerdictId(path.verdict.w64))},
            {u"128"_s, QString(pathVerdictId(path.verdict.w128))},
            {u"reason"_s, QString(reasonId(path.reason))},
            {u"blockedBy"_s,
             path.blockedBy ? QJsonValue(topology.at(*path.blockedBy).address.toString())
                            : QJsonValue()},
            {u"blockers"_s, blockers}};
}

QJsonObject treeJson(const HostCapture &host, const KernelVersion &kernel)
{
    const Topology &topology = *host.topology;
    QJsonArray functions;
    for (int i = 0; i < topology.size(); ++i)
        functions.append(functionJson(topology, i, kernel.rule));
    return {{u"schema"_s, u"rootward.tree/1"_s},
            {u"source"_s,
             QJsonObject {{u"kind"_s, host.kind},
                          {u"functions"_s, topology.size()},
                          {u"problems"_s, host.problems.size()},
                          {u"hostKernel"_s, kernelJson(kernel)}}},
            {u"functions"_s, functions},
            {u"problems"_s, problemsJson(host.problems)}};
}

QString treeText(const HostCapture &host, const KernelVersion &kernel)
{
    QString text = TreeTextWriter(*host.topology, kernel.rule).write();
    for (const CaptureProblem &problem : host.problems) {
        text += problem.line > 0 ? Text::tr("line %1: ").arg(problem.line) : QString();
        text += problem.message + u'\n';
    }
    return text;
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
