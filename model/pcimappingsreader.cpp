// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pcimappings.h"

#include "printable.h"

#include <QCoreApplication>
#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QStringTokenizer>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 1000;
constexpr qsizetype maxQuote = 80;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

QString quoted(QStringView text)
{
    return u'"' + printable(text.left(maxQuote).toString()) + u'"';
}

bool isBlank(QChar character)
{
    return character == u' ' || character == u'\t';
}

bool isMappingName(QStringView text)
{
    static const QRegularExpression pattern(uR"(\A[A-Za-z][A-Za-z0-9_-]+\z)"_s);
    return pattern.matchView(text).hasMatch();
}

bool isNodeName(QStringView text)
{
    static const QRegularExpression pattern(uR"(\A[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\z)"_s);
    return pattern.matchView(text).hasMatch();
}

bool isIdPair(QStringView text)
{
    static const QRegularExpression pattern(uR"(\A[0-9A-Fa-f]{4}:[0-9A-Fa-f]{4}\z)"_s);
    return pattern.matchView(text).hasMatch();
}

std::optional<HostId> readPath(QStringView text)
{
    static const QRegularExpression pattern(
        uR"(\A([a-f0-9]{4,}):([a-f0-9]{2}):([a-f0-9]{2})(?:\.([a-f0-9]))?\z)"_s);
    const auto match = pattern.matchView(text);
    if (!match.hasMatch())
        return std::nullopt;
    HostId id;
    id.takeDomain(match.capturedView(1), text);
    id.address.bus = static_cast<quint8>(match.capturedView(2).toUInt(nullptr, 16));
    id.address.slot = static_cast<quint8>(match.capturedView(3).toUInt(nullptr, 16));
    id.allFunctions = !match.hasCaptured(4);
    if (!id.allFunctions)
        id.address.function = static_cast<quint8>(match.capturedView(4).toUInt(nullptr, 16));
    return id;
}

bool setNode(MappedPath &path, QStringView value)
{
    path.node = value.toString();
    return isNodeName(value);
}

bool setPaths(MappedPath &path, QStringView value)
{
    for (const QStringView item : QStringTokenizer(value, u';')) {
        const auto id = readPath(item);
        if (!id)
            return false;
        path.paths.append(*id);
    }
    return !path.paths.isEmpty();
}

bool setId(MappedPath &path, QStringView value)
{
    path.id = value.toString();
    return isIdPair(value);
}

bool setSubsystemId(MappedPath &path, QStringView value)
{
    path.subsystemId = value.toString();
    return isIdPair(value);
}

bool setIommuGroup(MappedPath &path, QStringView value)
{
    bool isNumber = false;
    path.iommuGroup = value.toInt(&isNumber);
    return isNumber;
}

bool setDescription(MappedPath &path, QStringView value)
{
    path.description = value.toString();
    return true;
}

/// One key of a `map` line. Source: pve-guest-common Mapping/PCI.pm, $map_fmt.
struct MapKey {
    QLatin1StringView key;
    bool needed;
    bool (*set)(MappedPath &path, QStringView value);
};

constexpr std::array mapKeys {
    MapKey {"node"_L1, true, setNode},
    MapKey {"path"_L1, true, setPaths},
    MapKey {"id"_L1, true, setId},
    MapKey {"subsystem-id"_L1, false, setSubsystemId},
    MapKey {"iommugroup"_L1, false, setIommuGroup},
    MapKey {"description"_L1, false, setDescription},
};

/// The property string of a `map` line, or why it is none.
std::expected<MappedPath, QString> readMap(QStringView text)
{
    MappedPath path;
    std::array<bool, mapKeys.size()> seen {};
    for (const QStringView part : QStringTokenizer(text, u',')) {
        if (part.trimmed().isEmpty())
            continue;
        const qsizetype equals = part.indexOf(u'=');
        const QStringView key = equals < 0 ? part : part.first(equals);
        const auto row = std::ranges::find_if(
            mapKeys, [key](const MapKey &candidate) { return key == candidate.key; });
        if (equals < 0 || row == mapKeys.end())
            return std::unexpected(tr("%1 is no part of a map line").arg(quoted(part)));
        bool &known = seen[static_cast<size_t>(row - mapKeys.begin())];
        if (known)
            return std::unexpected(tr("%1 is given twice").arg(row->key));
        known = true;
        const QStringView value = part.sliced(equals + 1);
        if (!row->set(path, value))
            return std::unexpected(tr("%1 cannot be %2").arg(row->key, quoted(value)));
    }
    for (size_t i = 0; i < mapKeys.size(); ++i) {
        if (mapKeys[i].needed && !seen[i])
            return std::unexpected(tr("%1 is missing").arg(mapKeys[i].key));
    }
    return path;
}

std::optional<bool> booleanWord(QStringView word)
{
    constexpr std::array words {std::pair {"1"_L1, true},   std::pair {"on"_L1, true},
                                std::pair {"yes"_L1, true}, std::pair {"true"_L1, true},
                                std::pair {"0"_L1, false},  std::pair {"off"_L1, false},
                                std::pair {"no"_L1, false}, std::pair {"false"_L1, false}};
    for (const auto &[known, meaning] : words) {
        if (word.compare(known, Qt::CaseInsensitive) == 0)
            return meaning;
    }
    return std::nullopt;
}

/// Line by line: a name at column 0, indented lines below it, a blank line behind them.
class MappingReader {
public:
    PciMappings read(QStringView text);

private:
    void takeLine(QStringView line);
    void openSection(QStringView line);
    void takeProperty(QStringView line);
    void takeMap(QStringView value);
    void takeSwitch(bool &target, QStringView key, QStringView value);
    void closeSection();
    void note(const QString &what);

    PciMappings m_read;
    QHash<QString, qsizetype> m_places;
    std::optional<PciMapping> m_open;
    QSet<QString> m_seen; ///< keys of the open section
    bool m_skipping = false; ///< below a name that is none
    int m_line = 0;
};

void MappingReader::note(const QString &what)
{
    if (m_read.problems.size() < maxProblems)
        m_read.problems.append(tr("line %1: %2").arg(m_line).arg(what));
}

void MappingReader::closeSection()
{
    m_skipping = false;
    m_seen.clear();
    if (!m_open)
        return;
    const auto known = m_places.constFind(m_open->name);
    if (known != m_places.cend()) {
        note(tr("mapping %1 is there twice, the last one counts").arg(m_open->name));
        m_read.mappings[*known] = *std::exchange(m_open, std::nullopt);
        return;
    }
    m_places.insert(m_open->name, m_read.mappings.size());
    m_read.mappings.append(*std::exchange(m_open, std::nullopt));
}

void MappingReader::openSection(QStringView line)
{
    if (m_open)
        note(tr("a blank line is missing before %1").arg(quoted(line)));
    closeSection();
    const QStringView name = line.trimmed();
    if (!isMappingName(name)) {
        note(tr("%1 is no name of a mapping").arg(quoted(name)));
        m_skipping = true;
        return;
    }
    m_open.emplace().name = name.toString();
}

void MappingReader::takeMap(QStringView value)
{
    auto path = readMap(value);
    if (!path) {
        note(path.error());
        return;
    }
    path->line = m_line;
    m_open->map.append(*std::move(path));
}

void MappingReader::takeSwitch(bool &target, QStringView key, QStringView value)
{
    if (const auto meaning = booleanWord(value))
        target = *meaning;
    else
        note(tr("%1 is 1 or 0, not %2").arg(key, quoted(value)));
}

void MappingReader::takeProperty(QStringView line)
{
    const QStringView text = line.trimmed();
    const auto blank = std::ranges::find_if(text, isBlank);
    const QStringView key = text.first(blank - text.begin());
    const QStringView value = text.sliced(key.size()).trimmed();
    if (key == "map"_L1) {
        takeMap(value);
        return;
    }
    if (m_seen.contains(key.left(maxQuote).toString())) {
        note(tr("%1 is given twice").arg(quoted(key)));
        return;
    }
    m_seen.insert(key.left(maxQuote).toString());
    if (key == "description"_L1)
        m_open->description = value.toString();
    else if (key == "mdev"_L1)
        takeSwitch(m_open->mediated, key, value);
    else if (key == "live-migration-capable"_L1)
        takeSwitch(m_open->liveMigrationCapable, key, value);
    else
        note(tr("%1 is no property of a mapping").arg(quoted(key)));
}

void MappingReader::takeLine(QStringView line)
{
    const QStringView text = line.trimmed();
    if (text.isEmpty())
        closeSection();
    else if (text.startsWith(u'#'))
        return;
    else if (!isBlank(line.front()))
        openSection(line);
    else if (m_open)
        takeProperty(line);
    else if (!m_skipping)
        note(tr("%1 stands below no mapping").arg(quoted(text)));
}

PciMappings MappingReader::read(QStringView text)
{
    for (QStringView line : QStringTokenizer(text, u'\n')) {
        ++m_line;
        if (line.endsWith(u'\r'))
            line.chop(1);
        takeLine(line);
    }
    closeSection();
    return std::exchange(m_read, {});
}

} // namespace

Result<PciMappings> readPciMappings(const QByteArray &bytes, const QString &name)
{
    const auto failure = [&](const QString &what) {
        return std::unexpected(
            Error {Error::Kind::BadData, what, name, tr("give /etc/pve/mapping/pci.cfg")});
    };
    if (bytes.contains('\0'))
        return failure(tr("this is no text, so no resource mappings"));
    PciMappings read = MappingReader().read(QString::fromUtf8(bytes));
    const bool any = std::ranges::any_of(
        read.mappings, [](const PciMapping &mapping) { return !mapping.map.isEmpty(); });
    if (!any) {
        return failure(read.problems.isEmpty()
                           ? tr("this holds no resource mapping of a PCI device")
                           : tr("this holds no resource mapping of a PCI device (%1)")
                                 .arg(read.problems.constFirst()));
    }
    return read;
}

} // namespace rootward
