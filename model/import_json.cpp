// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_json.h"

#include "functionmerge.h"
#include "importfailure.h"
#include "lspciheading.h"
#include "printable.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 1000;
constexpr qsizetype longestQuote = 80;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The JSON without the prompts that stand around it in a paste.
struct JsonText {
    qsizetype begin = 0;
    qsizetype end = 0;
};

/// Whether JSON may begin here: the bracket of a prompt is followed by a name.
bool beginsJson(QByteArrayView text)
{
    if (text.isEmpty() || (text.front() != '[' && text.front() != '{'))
        return false;
    const QByteArrayView rest = text.sliced(1).trimmed();
    return rest.isEmpty() || rest.front() == '{' || rest.front() == '"' || rest.front() == ']'
        || rest.front() == '}';
}

/// Where the bracket that opens the text is closed; the end of the text if it is not.
qsizetype endOfJson(QByteArrayView text)
{
    qsizetype depth = 0;
    bool inString = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        if (inString && c == '\\')
            ++i;
        else if (c == '"')
            inString = !inString;
        else if (!inString && (c == '[' || c == '{'))
            ++depth;
        else if (!inString && (c == ']' || c == '}') && --depth == 0)
            return i + 1;
    }
    return text.size();
}

std::optional<JsonText> findJson(QByteArrayView bytes)
{
    qsizetype at = bytes.startsWith("\xef\xbb\xbf") ? 3 : 0;
    while (at < bytes.size()) {
        qsizetype begin = at;
        while (begin < bytes.size() && isSpace(bytes.at(begin)))
            ++begin;
        const QByteArrayView text = bytes.sliced(begin);
        if (beginsJson(text))
            return JsonText {begin, begin + endOfJson(text)};
        const qsizetype line = text.indexOf('\n');
        at = line < 0 ? bytes.size() : begin + line + 1;
    }
    return std::nullopt;
}

QString placeOf(QByteArrayView text, qsizetype offset)
{
    const QByteArrayView before = text.first(qBound<qsizetype>(0, offset, text.size()));
    const qsizetype line = before.count('\n') + 1;
    const qsizetype column = before.size() - (before.lastIndexOf('\n') + 1) + 1;
    return tr("line %1, column %2").arg(line).arg(column);
}

std::unexpected<Error> failure(const QString &what)
{
    return std::unexpected(Error {Error::Kind::BadData, what, {}, tr(captureCommand)});
}

/// The line of each entry's "id", by its text.
QHash<QString, int> linesOfIds(QByteArrayView text)
{
    constexpr QByteArrayView key = "\"id\"";
    QHash<QString, int> lines;
    int line = 1;
    qsizetype counted = 0;
    for (qsizetype at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + key.size())) {
        line += static_cast<int>(text.sliced(counted, at - counted).count('\n'));
        counted = at;
        qsizetype value = at + key.size();
        while (value < text.size() && (isSpace(text.at(value)) || text.at(value) == ':'))
            ++value;
        const qsizetype end = value < text.size() ? text.indexOf('"', value + 1) : -1;
        if (end < 0 || text.at(value) != '"')
            continue;
        const QString id = QString::fromUtf8(text.sliced(value + 1, end - value - 1));
        if (!lines.contains(id))
            lines.insert(id, line);
    }
    return lines;
}

/// Reads one entry after the other.
class EntryReader {
public:
    explicit EntryReader(QHash<QString, int> lines) : m_lines(std::move(lines)) { }
    void read(const QJsonValue &entry, qsizetype number);
    /// Something that is not read follows there.
    void noteRest(qsizetype line)
    {
        note(Reason::CaptureBadLine, static_cast<int>(line), std::nullopt,
             tr("what follows the first JSON"));
    }
    ReadFunctions take();

private:
    void readGroup();
    void readVirtual();
    std::optional<quint32> hex(QLatin1StringView key, qsizetype digits);
    QString text(QLatin1StringView key);
    std::optional<bool> flag(QLatin1StringView key);
    std::optional<PciAddress> place(const QJsonValue &value, QLatin1StringView key);
    void refuse(QLatin1StringView key);
    void note(Reason reason, int line, const std::optional<PciAddress> &address,
              const QString &argument);

    QHash<QString, int> m_lines;
    QJsonObject m_entry;
    PciFunction m_function;
    bool m_refused = false; ///< this entry has its problem already
    bool m_hasGroups = false; ///< an entry stands in a group
    bool m_allUngrouped = true; ///< every entry says that it stands in none
    QHash<PciAddress, PciAddress> m_owners; ///< PFs by VF
    FunctionCollector m_functions;
    ReadFunctions m_read;
};

void EntryReader::note(Reason reason, int line, const std::optional<PciAddress> &address,
                       const QString &argument)
{
    if (m_read.problems.size() < maxProblems)
        m_read.problems.append({.reason = reason,
                                .line = line,
                                .address = address,
                                .message = reasonSentence(reason, {argument})});
}

/// One problem for an entry, whatever else is wrong with it.
void EntryReader::refuse(QLatin1StringView key)
{
    if (m_refused)
        return;
    m_refused = true;
    note(
        Reason::CaptureBadLine, m_function.lines.first, m_function.address,
        tr("%1 of %2 is not what Proxmox prints").arg(QString(key), m_function.address.toString()));
}

QString EntryReader::text(QLatin1StringView key)
{
    const QJsonValue value = m_entry.value(key);
    if (value.isUndefined() || value.isNull())
        return {};
    if (!value.isString())
        refuse(key);
    return value.toString();
}

std::optional<quint32> EntryReader::hex(QLatin1StringView key, qsizetype digits)
{
    const QString value = text(key);
    if (value.isEmpty())
        return std::nullopt;
    const QByteArray latin = value.toLatin1();
    const auto number =
        hexNumber(latin.startsWith("0x") ? QByteArrayView(latin).sliced(2) : latin, digits);
    if (!number)
        refuse(key);
    return number;
}

/// 1, "1" or true where the function can; else the key is not there.
std::optional<bool> EntryReader::flag(QLatin1StringView key)
{
    const QJsonValue value = m_entry.value(key);
    if (value.isUndefined() || value.isNull())
        return false;
    if (value.isBool())
        return value.toBool();
    const double number = value.isString() ? value.toString().toDouble() : value.toDouble(-1);
    if (number == 0 || number == 1)
        return number == 1;
    refuse(key);
    return std::nullopt;
}

std::optional<PciAddress> EntryReader::place(const QJsonValue &value, QLatin1StringView key)
{
    const auto address = PciAddress::parse(value.toString());
    if (address && address->isRealPlace() && *address != m_function.address)
        return address;
    refuse(key);
    return std::nullopt;
}

void EntryReader::readGroup()
{
    constexpr QLatin1StringView key = "iommugroup"_L1;
    const QJsonValue value = m_entry.value(key);
    bool isNumber = value.isDouble();
    int group = value.toInt(-2);
    if (value.isString())
        group = value.toString().toInt(&isNumber);
    if (isNumber && group >= 0)
        m_function.iommuGroup = group;
    else if (!value.isUndefined() && (!isNumber || group != -1))
        refuse(key);
    m_hasGroups = m_hasGroups || m_function.iommuGroup;
    m_allUngrouped = m_allUngrouped && isNumber && group == -1;
}

void EntryReader::readVirtual()
{
    if (const QJsonValue owner = m_entry.value("physfn"_L1); !owner.isUndefined())
        m_function.physicalFunction = place(owner, "physfn"_L1);
    const QJsonValue owned = m_entry.value("virtfns"_L1);
    if (!owned.isUndefined() && !owned.isObject())
        refuse("virtfns"_L1);
    const QJsonObject functions = owned.toObject();
    for (auto it = functions.begin(); it != functions.end(); ++it) {
        if (const auto address = place(it.value(), "virtfns"_L1))
            m_owners.insert(*address, m_function.address);
    }
}

void EntryReader::read(const QJsonValue &entry, qsizetype number)
{
    m_entry = entry.toObject();
    m_function = PciFunction {};
    m_refused = false;
    const QString id = m_entry.value("id"_L1).toString();
    const int line = m_lines.value(id);
    const auto address = PciAddress::parse(id);
    if (!address || !address->isRealPlace()) {
        note(Reason::CaptureBadLine, line, std::nullopt,
             id.isEmpty()
                 ? tr("entry %1 has no id").arg(number)
                 : tr("entry %1 has the id %2").arg(number).arg(printable(id, longestQuote)));
        return;
    }
    m_function.address = *address;
    m_function.lines = {line, line, 0};
    if (const auto code = hex("class"_L1, 6))
        m_function.classCode = static_cast<quint16>(*code >> 8);
    const auto vendor = hex("vendor"_L1, 4);
    const auto device = hex("device"_L1, 4);
    if (vendor && device && *vendor != 0xffff) {
        m_function.vendor = static_cast<quint16>(*vendor);
        m_function.device = static_cast<quint16>(*device);
    }
    const auto maker = hex("subsystem_vendor"_L1, 4);
    const auto model = hex("subsystem_device"_L1, 4);
    if (maker && model && *maker != 0 && *maker != 0xffff) {
        m_function.subsystemVendor = static_cast<quint16>(*maker);
        m_function.subsystemDevice = static_cast<quint16>(*model);
    }
    const QString vendorName = printable(text("vendor_name"_L1));
    m_function.deviceName = printable(text("device_name"_L1));
    if (!vendorName.isEmpty() && !m_function.deviceName.isEmpty())
        m_function.name = vendorName + u' ' + m_function.deviceName;
    m_function.mediated = flag("mdev"_L1);
    m_function.nvidiaVgpu = flag("nvidia"_L1);
    m_function.isBridge = m_function.classCode == 0x0604 || m_function.classCode == 0x0607;
    readGroup();
    readVirtual();
    m_function.isVirtual = m_function.physicalFunction.has_value();
    completeNames(m_function);
    if (m_functions.find(*address))
        note(Reason::CaptureDuplicate, line, *address, address->toString());
    else if (!m_functions.add(m_function))
        note(Reason::CaptureLimit, line, std::nullopt, tr("%1 functions").arg(maxCaptureFunctions));
}

ReadFunctions EntryReader::take()
{
    m_read.kind = u"json"_s;
    m_read.functions = m_functions.take();
    for (PciFunction &function : m_read.functions) {
        const auto owner = m_owners.constFind(function.address);
        if (owner == m_owners.cend() || function.physicalFunction)
            continue;
        function.physicalFunction = *owner;
        function.isVirtual = true;
    }
    if (m_hasGroups)
        m_read.iommu = true;
    else if (m_allUngrouped && !m_read.functions.isEmpty())
        m_read.iommu = false;
    note(
        Reason::CapturePartial, 0, std::nullopt,
        tr("Proxmox's JSON has neither the tree nor registers (and no bridges, unless it was asked "
           "with --pci-class-blacklist \"\"); %1")
            .arg(tr(captureCommand)));
    return std::move(m_read);
}

} // namespace

int sniffProxmoxJson(QByteArrayView head)
{
    constexpr int likely = 70; // less than the lspci that a paste may hold as well
    const auto json = findJson(head);
    if (!json)
        return 0;
    const QByteArrayView text = head.sliced(json->begin);
    return text.contains("\"iommugroup\"")
            || (text.contains("\"id\"") && text.contains("\"vendor\""))
        ? likely
        : 0;
}

Result<QList<ReadFunctions>> readProxmoxJson(const QByteArray &bytes, const ReadProgress &progress)
{
    if (bytes.size() > maxJsonBytes)
        return failure(tr("JSON larger than %1 MiB is not read").arg(maxJsonBytes / (1024 * 1024)));
    const auto part = findJson(bytes);
    if (!part)
        return failure(tr("this is no JSON"));
    QJsonParseError error;
    const QJsonDocument document =
        QJsonDocument::fromJson(bytes.sliced(part->begin, part->end - part->begin), &error);
    if (document.isNull()) {
        // The parser has taken the character that it did not expect.
        const qsizetype offset = part->begin + qMax(0, error.offset - 1);
        return failure(
            tr("this JSON breaks at %1: %2").arg(placeOf(bytes, offset), error.errorString()));
    }
    const QJsonValue data = document.object().value("data"_L1);
    if (!document.isArray() && !data.isArray())
        return failure(tr("this JSON is not the list of PCI devices that Proxmox prints"));
    const QJsonArray entries = document.isArray() ? document.array() : data.toArray();
    EntryReader reader(linesOfIds(bytes));
    for (qsizetype i = 0; i < entries.size(); ++i) {
        if (progress && !progress(static_cast<int>(i * 100 / entries.size())))
            return std::unexpected(
                Error {Error::Kind::Cancelled, tr("reading was cancelled"), {}, {}});
        reader.read(entries.at(i), i + 1);
    }
    if (bytes.indexOf('{', part->end) >= 0)
        reader.noteRest(bytes.first(part->end).count('\n') + 1);
    return QList<ReadFunctions> {reader.take()};
}

} // namespace rootward
