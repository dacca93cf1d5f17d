// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "exportlayout.h"
#include "printable.h"
#include "shellquote.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QXmlStreamWriter>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// libvirt's word for a bridge model of QEMU, and what its target element numbers.
/// Source: libvirt formatdomain, "Controllers".
struct ControllerRow {
    QLatin1StringView model;
    QLatin1StringView libvirt;
    QLatin1StringView number; ///< attribute of target that must be unique; empty: none
    bool hasPort;
};
constexpr std::array controllerRows {
    ControllerRow {"pcie-root-port"_L1, "pcie-root-port"_L1, "chassis"_L1, true},
    ControllerRow {"ioh3420"_L1, "pcie-root-port"_L1, "chassis"_L1, true},
    ControllerRow {"x3130-upstream"_L1, "pcie-switch-upstream-port"_L1, ""_L1, false},
    ControllerRow {"xio3130-downstream"_L1, "pcie-switch-downstream-port"_L1, "chassis"_L1, true},
    ControllerRow {"pcie-pci-bridge"_L1, "pcie-to-pci-bridge"_L1, ""_L1, false},
    ControllerRow {"i82801b11-bridge"_L1, "dmi-to-pci-bridge"_L1, ""_L1, false},
    ControllerRow {"pci-bridge"_L1, "pci-bridge"_L1, "chassisNr"_L1, false},
    ControllerRow {"pxb-pcie"_L1, "pcie-expander-bus"_L1, ""_L1, false},
    ControllerRow {"pxb"_L1, "pci-expander-bus"_L1, ""_L1, false},
};

constexpr int firstPort = 0x10;
constexpr qsizetype mostControllers = 255;

std::unexpected<Error> refused(const QString &what, const QString &where)
{
    return std::unexpected(Error {Error::Kind::BadData, what, where, {}});
}

const ControllerRow *rowOf(const QString &model)
{
    const auto row = std::ranges::find_if(
        controllerRows, [&](const ControllerRow &known) { return model == known.model; });
    return row == controllerRows.end() ? nullptr : &*row;
}

QString hex(quint32 number, int digits)
{
    return u"0x%1"_s.arg(number, digits, 16, QLatin1Char('0'));
}

/// What XML lets stand in a comment: no two hyphens, none at the end.
QString commentText(const QString &text)
{
    QString safe = printable(text, text.size());
    while (safe.contains("--"_L1))
        safe.replace("--"_L1, "- -"_L1);
    return u' ' + safe + u' ';
}

/// One fragment.
class Fragment {
public:
    explicit Fragment(const ExportedGuest &guest);

    Result<QByteArray> write();

private:
    Result<void> writeController(const ExportedBridge &bridge);
    Result<void> writeHostdev(const ExportedFunction &function);
    void writeGuestAddress(const QString &bus, int slot, int function, bool multifunction);
    void writeRom(const HostpciValue &options);
    void writeNotes(const ExportedFunction &function);
    Result<void> writeSource(const ExportedFunction &function);

    const ExportedGuest &m_guest;
    QHash<QString, int> m_indexes; ///< of the controller that owns a bus
    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
};

Fragment::Fragment(const ExportedGuest &guest) : m_guest(guest), m_xml(&m_bytes)
{
    m_xml.setAutoFormatting(true);
    m_xml.setAutoFormattingIndent(2);
    m_indexes.insert(guest.rootBus, 0);
    for (const ExportedBridge &bridge : guest.bridges)
        m_indexes.insert(bridge.id, static_cast<int>(m_indexes.size()));
}

void Fragment::writeGuestAddress(const QString &bus, int slot, int function, bool multifunction)
{
    m_xml.writeEmptyElement("address"_L1);
    m_xml.writeAttribute("type"_L1, "pci"_L1);
    m_xml.writeAttribute("domain"_L1, "0x0000"_L1);
    m_xml.writeAttribute("bus"_L1, hex(static_cast<quint32>(m_indexes.value(bus)), 2));
    m_xml.writeAttribute("slot"_L1, hex(static_cast<quint32>(slot), 2));
    m_xml.writeAttribute("function"_L1, hex(static_cast<quint32>(function), 1));
    if (multifunction)
        m_xml.writeAttribute("multifunction"_L1, "on"_L1);
}

Result<void> Fragment::writeController(const ExportedBridge &bridge)
{
    const ControllerRow *row = rowOf(bridge.model);
    if (!row)
        return refused(Text::tr("libvirt has no controller for %1").arg(printable(bridge.model)),
                       bridge.id);
    const int index = m_indexes.value(bridge.id);
    m_xml.writeStartElement("controller"_L1);
    m_xml.writeAttribute("type"_L1, "pci"_L1);
    m_xml.writeAttribute("index"_L1, QString::number(index));
    m_xml.writeAttribute("model"_L1, row->libvirt);
    m_xml.writeEmptyElement("model"_L1);
    m_xml.writeAttribute("name"_L1, bridge.model);
    if (!row->number.isEmpty() || bridge.busNumber) {
        m_xml.writeEmptyElement("target"_L1);
        if (!row->number.isEmpty())
            m_xml.writeAttribute(row->number, QString::number(index));
        if (row->hasPort)
            m_xml.writeAttribute("port"_L1,
                                 hex(static_cast<quint32>(firstPort + index - 1) & 0xff, 1));
        if (bridge.busNumber)
            m_xml.writeAttribute("busNr"_L1, QString::number(*bridge.busNumber));
    }
    writeGuestAddress(bridge.bus, bridge.slot, bridge.function, bridge.multifunction);
    m_xml.writeEndElement();
    return {};
}

Result<void> Fragment::writeSource(const ExportedFunction &function)
{
    static const QRegularExpression uuid(
        uR"((?:\A|/)([0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})\z)"_s);
    m_xml.writeStartElement("source"_L1);
    m_xml.writeEmptyElement("address"_L1);
    if (!function.sysfsdev.isEmpty()) {
        const auto match = uuid.match(function.sysfsdev);
        if (!match.hasMatch())
            return refused(Text::tr("libvirt names a mediated device by its UUID, which is not "
                                    "known here"),
                           function.source);
        m_xml.writeAttribute("uuid"_L1, match.captured(1));
    } else {
        m_xml.writeAttribute("domain"_L1, hex(function.host.domain, 4));
        m_xml.writeAttribute("bus"_L1, hex(function.host.bus, 2));
        m_xml.writeAttribute("slot"_L1, hex(function.host.slot, 2));
        m_xml.writeAttribute("function"_L1, hex(function.host.function, 1));
    }
    m_xml.writeEndElement();
    return {};
}

void Fragment::writeRom(const HostpciValue &options)
{
    const auto romfile = options.option(u"romfile");
    if (options.rombar() && !romfile)
        return;
    m_xml.writeEmptyElement("rom"_L1);
    if (!options.rombar())
        m_xml.writeAttribute("bar"_L1, "off"_L1);
    if (romfile)
        m_xml.writeAttribute("file"_L1, "/usr/share/kvm/"_L1 + *romfile);
}

/// What the entry says and libvirt has no element for.
void Fragment::writeNotes(const ExportedFunction &function)
{
    QStringList lost;
    for (const auto key :
         {"x-vga"_L1, "vendor-id"_L1, "device-id"_L1, "sub-vendor-id"_L1, "sub-device-id"_L1}) {
        if (function.options.option(key.toString()))
            lost.append(key);
    }
    if (lost.isEmpty())
        return;
    m_xml.writeComment(commentText(
        Text::tr("%1: libvirt has no element for %2").arg(function.source, lost.join(u", "_s))));
}

Result<void> Fragment::writeHostdev(const ExportedFunction &function)
{
    if (const auto romfile = function.options.option(u"romfile"); romfile && !isOneLine(*romfile))
        return refused(Text::tr("a value holds a control character"), function.source);
    writeNotes(function);
    const bool mediated = !function.sysfsdev.isEmpty();
    m_xml.writeStartElement("hostdev"_L1);
    m_xml.writeAttribute("mode"_L1, "subsystem"_L1);
    m_xml.writeAttribute("type"_L1, mediated ? "mdev"_L1 : "pci"_L1);
    if (mediated) {
        m_xml.writeAttribute("model"_L1, "vfio-pci"_L1);
    } else {
        const bool kept = function.options.option(u"driver") == u"keep"_s;
        m_xml.writeAttribute("managed"_L1, kept ? "no"_L1 : "yes"_L1);
        m_xml.writeEmptyElement("driver"_L1);
        m_xml.writeAttribute("name"_L1, "vfio"_L1);
    }
    if (const auto done = writeSource(function); !done)
        return done;
    writeRom(function.options);
    writeGuestAddress(function.bus, function.slot, function.function, function.multifunction);
    m_xml.writeEndElement();
    return {};
}

Result<QByteArray> Fragment::write()
{
    if (m_guest.bridges.size() > mostControllers)
        return refused(Text::tr("libvirt has no more than 255 PCI controllers"), {});
    m_xml.writeStartElement("devices"_L1);
    m_xml.writeComment(commentText(
        Text::tr("Part of a domain: put these elements into its devices. Where the domain has "
                 "controllers with the same index, chassis or address, choose other numbers. "
                 "Takes effect after a full stop and start.")));
    m_xml.writeEmptyElement("controller"_L1);
    m_xml.writeAttribute("type"_L1, "pci"_L1);
    m_xml.writeAttribute("index"_L1, "0"_L1);
    m_xml.writeAttribute("model"_L1,
                         m_guest.kind == MachineKind::I440fx ? "pci-root"_L1 : "pcie-root"_L1);
    for (const ExportedBridge &bridge : m_guest.bridges) {
        if (const auto done = writeController(bridge); !done)
            return std::unexpected(done.error());
    }
    for (const ExportedFunction &function : m_guest.functions) {
        if (const auto done = writeHostdev(function); !done)
            return std::unexpected(done.error());
    }
    m_xml.writeEndElement();
    m_xml.writeEndDocument();
    return m_bytes.trimmed() + '\n';
}

} // namespace

Result<QByteArray> writeLibvirt(const ExportRequest &request)
{
    const auto guest = exportedGuest(request.plan, request.form);
    if (!guest)
        return std::unexpected(guest.error());
    return Fragment(*guest).write();
}

} // namespace rootward
