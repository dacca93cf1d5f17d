// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtxml.h"

#include "libosinfo.h"
#include "libvirtbytes.h"
#include "printable.h"
#include "shellwords.h"
#include "vmdefinition.h"
#include "wordlist.h"

#include <QCoreApplication>
#include <QXmlStreamReader>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int deepest = 64;
constexpr qsizetype maxQemuArguments = 4 * maxLayoutDevices;
// Parts of a domain may stand side by side: this holds them together.
constexpr auto wrapperOpen = "<parts>"_L1;
constexpr auto wrapperClose = "</parts>"_L1;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// C's notation: 0x… is hexadecimal, 0… octal.
std::optional<int> numberOf(QStringView text)
{
    int base = 10;
    if (text.startsWith("0x"_L1) || text.startsWith("0X"_L1)) {
        base = 16;
        text = text.sliced(2);
    } else if (text.size() > 1 && text.startsWith(u'0')) {
        base = 8;
    }
    bool good = false;
    const uint number = text.toUInt(&good, base);
    const bool digits = std::ranges::all_of(text, [](QChar c) { return c.isLetterOrNumber(); });
    return good && digits && number <= 0x7fffffff ? std::optional(static_cast<int>(number))
                                                  : std::nullopt;
}

QString xmlHint()
{
    return tr("check the text there, or give what virsh dumpxml NAME prints");
}

class XmlReader {
public:
    explicit XmlReader(QByteArrayView bytes) : m_bytes(bytes)
    {
        m_xml.setNamespaceProcessing(false);
    }

    Result<LibvirtXml> read();

private:
    std::optional<Error> skipProlog();
    Error failure(const QString &what) const;
    void startElement();
    void endElement();
    void startDevice();
    void readOfDevice();
    void readTarget();
    void readOfQemu(QStringView element);
    void readPrefix();
    void readOfDomain();
    LibvirtAddress address();
    std::optional<int> number(QLatin1StringView attribute);
    std::optional<int> ownNumber(QLatin1StringView attribute);
    QString attribute(QLatin1StringView name) const
    {
        return m_xml.attributes().value(name).toString();
    }
    QStringView parent(qsizetype above = 1) const
    {
        return m_open.size() > above ? QStringView(m_open.at(m_open.size() - 1 - above))
                                     : QStringView();
    }
    bool isDevicePlace() const;
    bool isPassedOver() const;
    bool isComplete() const;
    int line() const { return m_firstLine + static_cast<int>(m_xml.lineNumber()) - 1; }

    QByteArrayView m_bytes;
    QByteArray m_decoded; ///< as UTF-8, where it was in another encoding
    QXmlStreamReader m_xml;
    LibvirtXml m_result;
    QStringList m_open; ///< the elements around, the innermost last
    std::optional<LibvirtDevice> m_device;
    qsizetype m_deviceDepth = 0;
    int m_firstLine = 1;
    qsizetype m_columnShift = 0; ///< of the first line
    GuestOs m_osByMetadata = GuestOs::Unknown;
    bool m_hyperv = false;
    bool m_localTime = false;
    bool m_full = false;
    QString m_qemuPrefix = u"qemu:"_s;
    QString m_overridden; ///< the alias of the qemu:device around
    QString m_broken; ///< the first number of an address that is none
    QString m_text; ///< of the innermost element, where it is wanted
};

Error XmlReader::failure(const QString &what) const
{
    const auto row = static_cast<int>(m_xml.lineNumber());
    const qsizetype column = m_xml.columnNumber() + 1 + (row == 1 ? m_columnShift : 0);
    return {Error::Kind::BadData, what,
            textPlace(m_firstLine + row - 1, static_cast<int>(qMax<qsizetype>(column, 1))),
            xmlHint()};
}

/// To the first tag of a domain, past the XML declaration and what stands before.
std::optional<Error> XmlReader::skipProlog()
{
    const qsizetype start = libvirtStart(m_bytes).value_or(0);
    const QByteArrayView before = m_bytes.first(start);
    m_firstLine += static_cast<int>(std::ranges::count(before, '\n'));
    const qsizetype lineStart = before.lastIndexOf('\n') + 1;
    m_columnShift = start - lineStart - wrapperOpen.size();
    if (const qsizetype type = before.toByteArray().toUpper().indexOf("<!DOCTYPE"); type >= 0) {
        const QByteArrayView above = before.first(type);
        return Error {Error::Kind::BadData, tr("a document type is declared: no domain has one"),
                      textPlace(static_cast<int>(std::ranges::count(above, '\n')) + 1,
                                static_cast<int>(type - above.lastIndexOf('\n'))),
                      tr("leave the document type out")};
    }
    // Whatever stands behind the last tag is no XML.
    m_bytes = m_bytes.sliced(start);
    m_bytes = m_bytes.first(m_bytes.lastIndexOf('>') + 1);
    const BytesStart begin {m_firstLine, static_cast<int>(start - lineStart)};
    auto decoded = decodedXml(m_bytes, declaredEncoding(before), begin);
    if (!decoded)
        return decoded.error();
    m_decoded = *decoded;
    m_bytes = m_decoded;
    return tooManyAttributes(m_bytes, begin);
}

std::optional<int> XmlReader::number(QLatin1StringView name)
{
    const QString text = attribute(name);
    if (text.isEmpty())
        return std::nullopt;
    const auto value = numberOf(text);
    if (!value && m_broken.isEmpty())
        m_broken = name + "=\""_L1 + printable(text, 40) + u'"';
    if (!value)
        m_result.problems.append(
            tr("line %1: %2 is no number")
                .arg(QString::number(line()), name + "=\""_L1 + printable(text, 40) + u'"'));
    return value;
}

LibvirtAddress XmlReader::address()
{
    LibvirtAddress address;
    address.given = true;
    address.type = attribute("type"_L1);
    address.uuid = attribute("uuid"_L1);
    if (!address.type.isEmpty() && address.type != "pci"_L1)
        return address;
    m_broken.clear();
    address.domain = number("domain"_L1);
    address.bus = number("bus"_L1);
    address.slot = number("slot"_L1);
    address.function = number("function"_L1);
    address.broken = m_broken;
    if (const QString several = attribute("multifunction"_L1); !several.isEmpty()) {
        address.multifunction = several == "on"_L1;
        if (several != "on"_L1 && several != "off"_L1 && address.broken.isEmpty())
            address.broken = "multifunction=\""_L1 + printable(several, 40) + u'"';
    }
    return address;
}

/// Below the devices of a domain or of a part, or at the top of a part.
bool XmlReader::isDevicePlace() const
{
    const QStringView element = m_open.last();
    static constexpr QLatin1StringView containers[] = {
        "domain"_L1,       "devices"_L1, "domstatus"_L1, "domainsnapshot"_L1,
        "domainbackup"_L1, "os"_L1,      "metadata"_L1,  "features"_L1,
        "clock"_L1,        "cpu"_L1,     "name"_L1,      "parts"_L1};
    const bool ofDevices =
        parent() == "devices"_L1 && (parent(2) == "domain"_L1 || parent(2) == "parts"_L1);
    return !isOneOf(element, containers) && (ofDevices || parent() == "parts"_L1);
}

/// What holds no domain, or another than the one to read.
bool XmlReader::isPassedOver() const
{
    return m_open.last() == "inactiveDomain"_L1
        || (m_open.last() == "domain"_L1 && m_open.contains("metadata"_L1));
}

void XmlReader::startDevice()
{
    LibvirtDevice device;
    device.element = m_open.last();
    device.line = line();
    device.type = attribute("type"_L1);
    device.mode = attribute("mode"_L1);
    device.model = attribute("model"_L1);
    m_device = device;
    if (device.element == "controller"_L1)
        m_device->index = ownNumber("index"_L1);
    m_deviceDepth = m_open.size();
}

void XmlReader::readOfDevice()
{
    const QString &element = m_open.last();
    const bool direct = m_open.size() == m_deviceDepth + 1;
    if (element == "address"_L1 && direct)
        m_device->address = address();
    else if (element == "address"_L1 && parent() == "source"_L1)
        m_device->source = address();
    else if (element == "alias"_L1 && direct)
        m_device->alias = printable(attribute("name"_L1));
    else if (element == "model"_L1 && direct)
        m_device->modelName =
            attribute(m_device->element == "controller"_L1 ? "name"_L1 : "type"_L1);
    else if (element == "target"_L1 && direct)
        readTarget();
    else if (element == "boot"_L1 && direct)
        m_device->bootOrder = ownNumber("order"_L1);
    else if (element == "acpi"_L1 && direct)
        m_device->acpiIndex = ownNumber("index"_L1);
}

void XmlReader::readTarget()
{
    if (m_device->element != "controller"_L1)
        return;
    m_device->busNumber = ownNumber("busNr"_L1);
    m_device->chassis = ownNumber("chassis"_L1);
    m_device->port = ownNumber("port"_L1);
    m_device->chassisNumber = ownNumber("chassisNr"_L1);
}

/// A number of the device itself, not of its address.
std::optional<int> XmlReader::ownNumber(QLatin1StringView name)
{
    m_broken.clear();
    const auto value = number(name);
    if (m_device->broken.isEmpty())
        m_device->broken = m_broken;
    return value;
}

/// What goes to QEMU past libvirt.
void XmlReader::readOfQemu(QStringView element)
{
    if (element == "arg"_L1 && m_result.qemuArguments.size() < maxQemuArguments) {
        m_result.qemuArguments.append(attribute("value"_L1));
        m_result.qemuArgumentLines.append(line());
    } else if (element == "device"_L1) {
        m_overridden = printable(attribute("alias"_L1));
    } else if (element == "property"_L1 && m_result.overrides.size() < maxLayoutDevices) {
        m_result.overrides.append({m_overridden, printable(attribute("name"_L1)), line()});
    }
}

void XmlReader::readOfDomain()
{
    const QString &element = m_open.last();
    if (element == "type"_L1 && parent() == "os"_L1) {
        m_result.arch = printable(attribute("arch"_L1));
        m_result.machine = printable(attribute("machine"_L1));
    } else if (element == "boot"_L1 && parent() == "os"_L1) {
        m_result.bootsByOs = true;
    } else if (element == "clock"_L1) {
        m_localTime = attribute("offset"_L1) == "localtime"_L1;
    } else if (element == "hyperv"_L1) {
        m_hyperv = m_hyperv || attribute("mode"_L1) == "passthrough"_L1;
    } else if (parent() == "hyperv"_L1) {
        m_hyperv = m_hyperv || attribute("state"_L1) == "on"_L1;
    } else if (element.endsWith(":os"_L1) && m_osByMetadata == GuestOs::Unknown) {
        m_osByMetadata = osOfIdentifier(attribute("id"_L1));
    } else if (element.startsWith(m_qemuPrefix)) {
        readOfQemu(QStringView(element).sliced(m_qemuPrefix.size()));
    }
}

/// The domain may call QEMU's namespace as it likes.
void XmlReader::readPrefix()
{
    constexpr auto declares = "xmlns:"_L1;
    for (const QXmlStreamAttribute &attribute : m_xml.attributes()) {
        if (attribute.value() == "http://libvirt.org/schemas/domain/qemu/1.0"_L1
            && attribute.qualifiedName().startsWith(declares))
            m_qemuPrefix = attribute.qualifiedName().sliced(declares.size()).toString() + u':';
    }
}

void XmlReader::startElement()
{
    m_open.append(m_xml.qualifiedName().toString());
    m_text.clear();
    if (isPassedOver() || (m_open.last() == "domain"_L1 && ++m_result.domains > 1)) {
        m_xml.skipCurrentElement();
        m_open.removeLast();
        return;
    }
    if (m_open.last() == "domain"_L1) {
        m_result.snapshot = m_open.contains("domainsnapshot"_L1);
        m_result.domainType = printable(attribute("type"_L1));
        if (m_result.domainType.isEmpty())
            m_result.domainType = u"kvm"_s;
        readPrefix();
    } else if (m_device) {
        readOfDevice();
    } else if (isDevicePlace()) {
        startDevice();
    } else {
        readOfDomain();
    }
}

void XmlReader::endElement()
{
    if (m_open.last() == "name"_L1 && parent() == "domain"_L1)
        m_result.name = printable(m_text);
    if (m_device && m_open.size() == m_deviceDepth) {
        if (m_result.devices.size() < 4 * maxLayoutDevices)
            m_result.devices.append(*m_device);
        else if (!std::exchange(m_full, true))
            m_result.problems.append(
                tr("line %1: too many devices; the rest is left out").arg(line()));
        m_device.reset();
    }
    m_open.removeLast();
    m_text.clear();
}

/// Whether a whole domain, or at least a whole part, was read before the text went wrong.
bool XmlReader::isComplete() const
{
    const bool inDomain = m_open.contains("domain"_L1);
    const bool something = m_result.domains > 0 || !m_result.devices.isEmpty();
    return something && !inDomain && (m_result.domains > 0 || m_open.size() <= 1);
}

Result<LibvirtXml> XmlReader::read()
{
    if (auto error = skipProlog())
        return std::unexpected(*error);
    m_xml.addData(wrapperOpen);
    m_xml.addData(m_bytes.toByteArray());
    m_xml.addData(wrapperClose);
    while (!m_xml.atEnd()) {
        switch (m_xml.readNext()) {
        case QXmlStreamReader::StartElement:
            startElement();
            if (m_open.size() > deepest)
                return std::unexpected(failure(tr("this is nested too deeply for a domain")));
            break;
        case QXmlStreamReader::EndElement:
            endElement();
            break;
        case QXmlStreamReader::Characters:
            if (!m_open.isEmpty() && m_open.last() == "name"_L1)
                m_text += m_xml.text();
            break;
        default:
            break;
        }
    }
    if (m_xml.hasError()) {
        const Error error = failure(printable(m_xml.errorString()));
        if (!isComplete())
            return std::unexpected(error);
        m_result.problems.append(
            tr("%1: what follows is no XML and was left out").arg(error.where));
    }
    m_result.os = m_osByMetadata != GuestOs::Unknown ? m_osByMetadata
        : m_hyperv || m_localTime                    ? GuestOs::Windows
                                                     : GuestOs::Unknown;
    return m_result;
}

} // namespace

Result<LibvirtXml> readLibvirtXml(const QByteArray &bytes)
{
    return XmlReader(bytes).read();
}

} // namespace rootward
