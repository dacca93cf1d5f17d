// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostpci.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QLatin1StringView hostKey = "host"_L1;

bool isHex(QChar c, bool upperToo)
{
    return (c >= u'0' && c <= u'9') || (c >= u'a' && c <= u'f')
        || (upperToo && c >= u'A' && c <= u'F');
}

bool isLowerHex(QStringView text)
{
    return !text.isEmpty() && std::ranges::all_of(text, [](QChar c) { return isHex(c, false); });
}

/// "0000:0b:00.0", "0b:00"; the domain has any number of digits from four on.
bool isHostItem(QStringView item)
{
    const qsizetype last = item.lastIndexOf(u':');
    if (last < 2)
        return false;
    const QStringView place = item.sliced(last + 1);
    const QStringView before = item.first(last);
    const bool hasFunction = place.size() == 4 && place.at(2) == u'.';
    if (place.size() != 2 && !hasFunction)
        return false;
    if (!isLowerHex(place.first(2)) || (hasFunction && !isLowerHex(place.last(1)))
        || !isLowerHex(before.last(2))) {
        return false;
    }
    if (before.size() == 2)
        return true;
    const QStringView domain = before.chopped(2);
    return domain.size() >= 5 && domain.endsWith(u':') && isLowerHex(domain.chopped(1));
}

// By hand: a list may be as long as a file, and an expression's match has limits.
bool isHostList(QStringView text)
{
    return std::ranges::all_of(text.tokenize(u';'), isHostItem);
}

bool isHexWord(QStringView text)
{
    return text.size() == 6 && text.startsWith("0x"_L1)
        && std::ranges::all_of(text.sliced(2), [](QChar c) { return isHex(c, true); });
}

bool isDriver(QStringView text)
{
    return text == "vfio"_L1 || text == "keep"_L1;
}

bool isAsciiLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

bool isConfigId(QStringView text)
{
    return text.size() >= 2 && isAsciiLetter(text.front())
        && std::ranges::all_of(text, [](QChar c) {
               return isAsciiLetter(c) || (c >= u'0' && c <= u'9') || c == u'_' || c == u'-';
           });
}

bool isMediatedType(QStringView text)
{
    return !std::ranges::any_of(text, [](QChar c) { return c == u'/' || c == u'.' || c == u':'; });
}

bool isRomFile(QStringView text)
{
    return !text.contains(u';');
}

/// One key of the property string.
struct OptionRow {
    QLatin1StringView key;
    bool (*admits)(QStringView value); ///< nullptr: a boolean
    QLatin1StringView fallback; ///< the value of an absent one; empty: none
};

// Sorted as the web UI writes them; the default key first.
constexpr std::array optionRows {
    OptionRow {hostKey, isHostList, {}},           OptionRow {"device-id"_L1, isHexWord, {}},
    OptionRow {"driver"_L1, isDriver, "vfio"_L1},  OptionRow {"legacy-igd"_L1, nullptr, "0"_L1},
    OptionRow {"mapping"_L1, isConfigId, {}},      OptionRow {"mdev"_L1, isMediatedType, {}},
    OptionRow {"pcie"_L1, nullptr, "0"_L1},        OptionRow {"rombar"_L1, nullptr, "1"_L1},
    OptionRow {"romfile"_L1, isRomFile, {}},       OptionRow {"sub-device-id"_L1, isHexWord, {}},
    OptionRow {"sub-vendor-id"_L1, isHexWord, {}}, OptionRow {"vendor-id"_L1, isHexWord, {}},
    OptionRow {"x-vga"_L1, nullptr, "0"_L1},
};

const OptionRow *findOption(QStringView key)
{
    const auto row = std::ranges::find_if(
        optionRows, [key](const OptionRow &candidate) { return key == candidate.key; });
    return row == optionRows.end() ? nullptr : &*row;
}

Error refused(const char *sentence, const QString &key, const QString &value = {})
{
    QString what = QCoreApplication::translate("rootward", sentence);
    what = value.isNull() ? what.arg(shortened(key)) : what.arg(shortened(key), shortened(value));
    return Error {Error::Kind::BadData, what, {}, {}};
}

/// What the schema says about one part; nullopt if it is content.
std::optional<Error> schemaRefusal(const QString &key, const QString &value)
{
    const OptionRow *row = findOption(key);
    if (!row) {
        return refused(QT_TRANSLATE_NOOP("rootward",
                                         "\"%1\" is no option of hostpci (Proxmox: property is not "
                                         "defined in schema)"),
                       key);
    }
    if (row->admits == nullptr) {
        if (proxmoxBoolean(value))
            return std::nullopt;
        return refused(QT_TRANSLATE_NOOP("rootward",
                                         "%1 is on or off, not \"%2\" (Proxmox: type check "
                                         "('boolean') failed)"),
                       key, value);
    }
    if (row->admits(value))
        return std::nullopt;
    return refused(QT_TRANSLATE_NOOP("rootward",
                                     "%1 cannot be \"%2\" (Proxmox: value does not match the regex "
                                     "pattern)"),
                   key, value);
}

/// One item of a list that the schema has already admitted.
HostId readHostId(QStringView item)
{
    HostId id;
    const auto parts = item.split(u':');
    id.domainWritten = parts.size() == 3;
    if (id.domainWritten)
        id.takeDomain(parts.first(), item);
    id.address.bus = static_cast<quint8>(parts.at(parts.size() - 2).toUInt(nullptr, 16));
    const QStringView place = parts.last();
    id.address.slot = static_cast<quint8>(place.first(2).toUInt(nullptr, 16));
    id.allFunctions = place.size() == 2;
    if (!id.allFunctions)
        id.address.function = static_cast<quint8>(place.sliced(3).toUInt(nullptr, 16));
    return id;
}

/// As the web UI lists devices; one that sysfs could not have keeps its spelling.
QString withDomain(const QString &hosts)
{
    QStringList items;
    for (const QStringView item : QStringView(hosts).tokenize(u';'))
        items.append(item.count(u':') == 1 ? "0000:"_L1 + item.toString() : item.toString());
    return items.join(u';');
}

/// The value as the web UI spells it; nullopt: it is the default and left out.
std::optional<QString> canonicalValue(const PropertyPart &part)
{
    const OptionRow *row = findOption(part.key);
    if (row == nullptr)
        return std::nullopt;
    QString value = part.value;
    if (row->admits == nullptr)
        value = proxmoxBoolean(value).value_or(false) ? u"1"_s : u"0"_s;
    else if (row->key == hostKey)
        value = withDomain(value);
    return value == row->fallback ? std::nullopt : std::optional(value);
}

} // namespace

void HostId::takeDomain(QStringView domain, QStringView written)
{
    address.domain = domain.toUInt(&spelledLikeSysfs, 16);
    if (domain.size() > 4 && domain.front() == u'0')
        spelledLikeSysfs = false;
    if (!spelledLikeSysfs)
        spelling = written.toString();
}

Result<HostpciValue> HostpciValue::parse(const QString &text)
{
    auto parts = splitPropertyString(text, hostKey);
    if (!parts)
        return std::unexpected(parts.error());
    for (const PropertyPart &part : std::as_const(*parts)) {
        if (part.key.isEmpty())
            continue;
        if (const auto refusal = schemaRefusal(part.key, part.value))
            return std::unexpected(*refusal);
    }
    HostpciValue value;
    value.m_text = text;
    value.m_parts = std::move(*parts);
    value.readHosts();
    return value;
}

HostpciValue HostpciValue::forDevice(const HostId &id, bool pcie)
{
    QString text = id.allFunctions ? id.address.slotString() : id.address.toString();
    if (pcie)
        text += ",pcie=1"_L1;
    return parse(text).value_or(HostpciValue {});
}

bool HostpciValue::allFunctions() const
{
    return !m_hosts.isEmpty() && m_hosts.first().allFunctions;
}

std::optional<QString> HostpciValue::option(QStringView key) const
{
    const auto part = std::ranges::find_if(
        m_parts, [key](const PropertyPart &candidate) { return candidate.key == key; });
    return part == m_parts.end() ? std::nullopt : std::optional(part->value);
}

HostpciValue HostpciValue::withAllFunctions(bool all) const
{
    if (m_hosts.isEmpty() || m_hosts.first().allFunctions == all)
        return *this;
    QList<PropertyPart> parts = m_parts;
    for (PropertyPart &part : parts) {
        if (part.key != hostKey)
            continue;
        const QStringList items = part.value.split(u';');
        QStringList kept {all ? items.first().chopped(2) : items.first() + ".0"_L1};
        for (qsizetype i = 1; i < items.size(); ++i) {
            // A whole slot already holds its other functions; named again they would be refused.
            if (!all || !m_hosts.at(i).address.sameSlot(m_hosts.first().address))
                kept.append(items.at(i));
        }
        part.value = kept.join(u';');
    }
    return withParts(parts);
}

HostpciValue HostpciValue::withHost(const HostId &id) const
{
    QList<PropertyPart> parts = m_parts;
    const auto host = std::ranges::find(parts, hostKey, &PropertyPart::key);
    if (host == parts.end())
        return *this;
    const QString full = id.allFunctions ? id.address.slotString() : id.address.toString();
    const bool shorten = !id.domainWritten && id.address.domain == 0;
    host->value = shorten ? full.mid(full.indexOf(u':') + 1) : full;
    return withParts(parts);
}

HostpciValue HostpciValue::withBoolean(QStringView key, bool value) const
{
    const OptionRow *row = findOption(key);
    if (!row || row->admits != nullptr || boolean(key, row->fallback == "1"_L1) == value)
        return *this;
    return withOption(key, value ? u"1"_s : u"0"_s);
}

HostpciValue HostpciValue::withOption(QStringView key, const std::optional<QString> &value) const
{
    HostpciValue changed = *this;
    const auto written = std::ranges::find(changed.m_parts, key, &PropertyPart::key);
    const bool isWritten = written != changed.m_parts.end();
    if (!value) {
        if (!isWritten)
            return *this;
        changed.m_parts.erase(written);
        return withParts(changed.m_parts);
    }
    // A comma would begin another part.
    if (value->isEmpty() || value->contains(u',') || schemaRefusal(key.toString(), *value))
        return *this;
    if (isWritten)
        written->value = *value;
    else
        changed.insertSorted({key.toString(), *value, key == hostKey});
    return withParts(changed.m_parts);
}

HostpciValue HostpciValue::canonical() const
{
    HostpciValue changed;
    for (const OptionRow &row : optionRows) {
        const auto part = std::ranges::find(m_parts, row.key, &PropertyPart::key);
        if (part == m_parts.end())
            continue;
        if (const auto value = canonicalValue(*part))
            changed.m_parts.append({part->key, *value, part->key == hostKey});
    }
    return withParts(changed.m_parts);
}

/// Where the web UI would sort it, if what is there is sorted.
void HostpciValue::insertSorted(const PropertyPart &part)
{
    const auto place = std::ranges::find_if(m_parts, [&part](const PropertyPart &other) {
        return part.key == hostKey
            || (other.key != hostKey && !other.key.isEmpty() && other.key > part.key);
    });
    m_parts.insert(place, part);
}

HostpciValue HostpciValue::withParts(const QList<PropertyPart> &parts) const
{
    HostpciValue changed;
    changed.m_parts = parts;
    changed.m_text = printPropertyString(parts);
    changed.readHosts();
    return changed;
}

bool HostpciValue::boolean(QStringView key, bool fallback) const
{
    const auto written = option(key);
    return written ? proxmoxBoolean(*written).value_or(fallback) : fallback;
}

void HostpciValue::readHosts()
{
    m_hosts.clear();
    const auto written = option(hostKey.toString());
    if (!written)
        return;
    for (const QStringView item : QStringView(*written).tokenize(u';'))
        m_hosts.append(readHostId(item));
}

} // namespace rootward
