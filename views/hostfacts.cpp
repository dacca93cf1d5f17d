// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostfacts.h"

#include "printable.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The kernel's own driver of every PCIe port says nothing.
constexpr QLatin1StringView portDriver("pcieport");

QString tr(const char *text)
{
    return QCoreApplication::translate("rootward", text);
}

QString speedText(double speed)
{
    return QString::number(speed, 'g', 4);
}

QString widthText(int width)
{
    return u'×' + QString::number(width);
}

bool isSlower(const Link &link)
{
    return link.speed > 0 && link.maxSpeed > link.speed;
}

bool isNarrower(const Link &link)
{
    return link.width > 0 && link.maxWidth > link.width;
}

/// The end of a link that faces away from the root complex.
bool isLowerEnd(const PciFunction &function)
{
    return function.portType != PortType::RootPort && function.portType != PortType::DownstreamPort;
}

QString driverText(const PciFunction &function)
{
    return function.driver == portDriver ? QString() : printable(function.driver);
}

} // namespace

QString linkText(const Link &link)
{
    if (link.speed <= 0 && link.width <= 0)
        return link.maxSpeed <= 0
            ? QString()
            : tr("up to %1 GT/s %2").arg(speedText(link.maxSpeed), widthText(link.maxWidth));
    QString speed;
    if (link.speed > 0)
        speed = isSlower(link)
            ? tr("%1 of %2 GT/s").arg(speedText(link.speed), speedText(link.maxSpeed))
            : tr("%1 GT/s").arg(speedText(link.speed));
    QString width;
    if (link.width > 0)
        width = isNarrower(link)
            ? tr("%1 of %2").arg(widthText(link.width), widthText(link.maxWidth))
            : widthText(link.width);
    return u"%1 %2"_s.arg(speed, width).trimmed();
}

QString linkSentence(const Link &link)
{
    const QString text = linkText(link);
    if (text.isEmpty())
        return tr("link not readable");
    return isSlower(link) ? tr("link %1; an idle device slows its link down").arg(text)
                          : tr("link %1").arg(text);
}

std::optional<int> numaNodeOf(const Topology &host, const RootBus &root)
{
    std::optional<int> ofPorts;
    std::optional<int> ofAll;
    bool portsAgree = true;
    bool allAgree = true;
    const auto take = [](std::optional<int> &node, bool &agree, int own) {
        agree = agree && (!node || node == own);
        node = own;
    };
    for (const int function : root.functions) {
        const std::optional<int> own = host.at(function).numaNode;
        if (!own || *own < 0)
            continue;
        take(ofAll, allAgree, *own);
        if (!host.children(function).isEmpty())
            take(ofPorts, portsAgree, *own);
    }
    if (ofPorts)
        return portsAgree ? ofPorts : std::nullopt;
    return allAgree ? ofAll : std::nullopt;
}

HostFacts::HostFacts(const Topology &host, const Layers &layers) : m_host(host), m_layers(layers)
{
    for (const RootBus &root : host.rootBuses()) {
        const std::optional<int> node = numaNodeOf(host, root);
        for (const int function : root.functions) {
            if (node)
                m_nodeOfTop.insert(function, *node);
        }
    }
}

bool HostFacts::showsLink(int function) const
{
    if (!m_host.at(function).link)
        return false;
    return isLowerEnd(m_host.at(function))
        || std::ranges::none_of(m_host.children(function), [this](int child) {
               return m_host.at(child).link && isLowerEnd(m_host.at(child));
           });
}

QString HostFacts::numaText(int function) const
{
    const std::optional<int> node = m_host.at(function).numaNode;
    if (!node || *node < 0)
        return {};
    int top = function;
    while (m_host.parent(top) >= 0)
        top = m_host.parent(top);
    return m_nodeOfTop.value(top, -1) == *node ? QString() : tr("node %1").arg(*node);
}

QStringList HostFacts::shortWords(int function) const
{
    const PciFunction &fields = m_host.at(function);
    QStringList facts;
    if (m_layers.link && showsLink(function))
        facts.append(linkText(*fields.link));
    if (m_layers.driver)
        facts.append(driverText(fields));
    if (m_layers.numa)
        facts.append(numaText(function));
    if (m_layers.groups && fields.iommuGroup)
        facts.append(tr("group %1").arg(*fields.iommuGroup));
    facts.removeAll(QString());
    return facts;
}

QStringList HostFacts::sentences(int function) const
{
    const PciFunction &fields = m_host.at(function);
    QStringList facts;
    if (m_layers.link && fields.link)
        facts.append(linkSentence(*fields.link));
    if (m_layers.driver && !fields.driver.isEmpty())
        facts.append(tr("driver %1").arg(printable(fields.driver)));
    if (m_layers.numa && fields.numaNode && *fields.numaNode >= 0)
        facts.append(tr("NUMA node %1").arg(*fields.numaNode));
    if (m_layers.groups && fields.iommuGroup)
        facts.append(tr("IOMMU group %1").arg(*fields.iommuGroup));
    return facts;
}

} // namespace rootward
