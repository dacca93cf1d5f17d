// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "hostpci.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

enum class OptionType { Boolean, Pattern };

/// One key of the property string.
struct OptionRow {
    QLatin1StringView key;
    OptionType type;
    const char16_t *pattern; ///< anchored; nullptr for booleans
    bool fallback; ///< a boolean's default
};

constexpr const char16_t *hexWord = u"0x[0-9A-Fa-f]{4}";
constexpr const char16_t *hostList =
    u"(?:[a-f0-9]{4,}:)?[a-f0-9]{2}:[a-f0-9]{2}(?:\\.[a-f0-9])?"
    u"(?:;(?:[a-f0-9]{4,}:)?[a-f0-9]{2}:[a-f0-9]{2}(?:\\.[a-f0-9])?)*";

const std::array optionRows {
    OptionRow {"host"_L1, OptionType::Pattern, hostList, false},
    OptionRow {"device-id"_L1, OptionType::Pattern, hexWord, false},
    OptionRow {"driver"_L1, OptionType::Pattern, u"vfio|keep", false},
    OptionRow {"legacy-igd"_L1, OptionType::Boolean, nullptr, false},
    OptionRow {"mapping"_L1, OptionType::Pattern, u"[A-Za-z][A-Za-z0-9_-]+", false},
    OptionRow {"mdev"_L1, OptionType::Pattern, u"[^/.:]+", false},
    OptionRow {"pcie"_L1, OptionType::Boolean, nullptr, false},
    OptionRow {"rombar"_L1, OptionType::Boolean, nullptr, true},
    OptionRow {"romfile"_L1, OptionType::Pattern, u"[^,;]+", false},
    OptionRow {"sub-device-id"_L1, OptionType::Pattern, hexWord, false},
    OptionRow {"sub-vendor-id"_L1, OptionType::Pattern, hexWord, false},
    OptionRow {"vendor-id"_L1, OptionType::Pattern, hexWord, false},
    OptionRow {"x-vga"_L1, OptionType::Boolean, nullptr, false},
};

const OptionRow *findOption(QStringView key)
{
    const auto row = std::ranges::find_if(
        optionRows, [key](const OptionRow &candidate) { return key == candidate.key; });
    return row == optionRows.end() ? nullptr : &*row;
}

std::optional<bool> booleanWord(QStringView word)
{
    constexpr std::array yes {"1"_L1, "on"_L1, "yes"_L1, "true"_L1};
    constexpr std::array no {"0"_L1, "off"_L1, "no"_L1, "false"_L1};
    const auto is = [word](QLatin1StringView known) {
        return word.compare(known, Qt::CaseInsensitive) == 0;
    };
    if (std::ranges::any_of(yes, is))
        return true;
    if (std::ranges::any_of(no, is))
        return false;
    return std::nullopt;
}

std::unexpected<Error> refused(const char *sentence, const QString &first,
                               const QString &second = {})
{
    QString what = QCoreApplication::translate("rootward", sentence);
    what = second.isNull() ? what.arg(first) : what.arg(first, second);
    return std::unexpected(Error {Error::Kind::BadData, what, {}, {}});
}

/// What the schema says about one part; nullopt if it is content.
std::optional<Error> schemaRefusal(const QString &key, const QString &value)
{
    const OptionRow *row = findOption(key);
    if (!row) {
        return refused(QT_TRANSLATE_NOOP("rootward",
                                         "\"%1\" is no option of hostpci (Proxmox: property is not "
                                         "defined in schema)"),
                       key)
            .error();
    }
    if (row->type == OptionType::Boolean) {
        if (booleanWord(value))
            return std::nullopt;
        return refused(QT_TRANSLATE_NOOP("rootward",
                                         "%1 is on or off, not \"%2\" (Proxmox: type check "
                                         "('boolean') failed)"),
                       key, value)
            .error();
    }
    const QRegularExpression pattern(
        QRegularExpression::anchoredPattern(QString::fromUtf16(row->pattern)));
    if (pattern.matchView(value).hasMatch())
        return std::nullopt;
    return refused(QT_TRANSLATE_NOOP("rootward",
                                     "%1 cannot be \"%2\" (Proxmox: value does not match the regex "
                                     "pattern)"),
                   key, value)
        .error();
}

/// One item of a list that the schema has already admitted.
HostId readHostId(QStringView item)
{
    HostId id;
    const auto parts = item.split(u':');
    id.domainWritten = parts.size() == 3;
    if (id.domainWritten) {
        const QStringView domain = parts.first();
        id.address.domain = domain.toUInt(&id.spelledLikeSysfs, 16);
        if (domain.size() > 4 && domain.front() == u'0')
            id.spelledLikeSysfs = false;
    }
    id.address.bus = static_cast<quint8>(parts.at(parts.size() - 2).toUInt(nullptr, 16));
    const QStringView place = parts.last();
    id.address.slot = static_cast<quint8>(place.first(2).toUInt(nullptr, 16));
    id.allFunctions = place.size() == 2;
    if (!id.allFunctions)
        id.address.function = static_cast<quint8>(place.sliced(3).toUInt(nullptr, 16));
    return id;
}

bool isBlank(QStringView text)
{
    return text.trimmed().isEmpty();
}

} // namespace

Result<HostpciValue> HostpciValue::parse(const QString &text)
{
    HostpciValue value;
    value.m_text = text;
    QSet<QString> seen;
    for (const QString &piece : text.split(u',')) {
        if (isBlank(piece)) {
            value.m_parts.append({{}, piece, true});
            continue;
        }
        const qsizetype equals = piece.indexOf(u'=');
        if (equals == 0 || equals == piece.size() - 1) {
            return refused(
                QT_TRANSLATE_NOOP("rootward",
                                  "\"%1\" lacks a key or a value (Proxmox: missing key in "
                                  "comma-separated list property)"),
                piece);
        }
        const bool bare = equals < 0;
        const Part part {bare ? u"host"_s : piece.first(equals),
                         bare ? piece : piece.sliced(equals + 1), bare};
        if (seen.contains(part.key)) {
            return refused(QT_TRANSLATE_NOOP("rootward",
                                             "%1 is given twice (Proxmox: duplicate key in "
                                             "comma-separated list property)"),
                           part.key);
        }
        seen.insert(part.key);
        value.m_parts.append(part);
    }
    for (const Part &part : std::as_const(value.m_parts)) {
        if (part.key.isEmpty())
            continue;
        if (const auto refusal = schemaRefusal(part.key, part.value))
            return std::unexpected(*refusal);
    }
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
        m_parts, [key](const Part &candidate) { return candidate.key == key; });
    return part == m_parts.end() ? std::nullopt : std::optional(part->value);
}

HostpciValue HostpciValue::withAllFunctions(bool all) const
{
    if (m_hosts.isEmpty() || m_hosts.first().allFunctions == all)
        return *this;
    HostpciValue changed = *this;
    for (Part &part : changed.m_parts) {
        if (part.key != "host"_L1)
            continue;
        QStringList items = part.value.split(u';');
        QStringList kept {all ? items.first().chopped(2) : items.first() + ".0"_L1};
        for (qsizetype i = 1; i < items.size(); ++i) {
            // A whole slot already holds its other functions; named again they would be refused.
            if (!all || !m_hosts.at(i).address.sameSlot(m_hosts.first().address))
                kept.append(items.at(i));
        }
        part.value = kept.join(u';');
    }
    changed.m_text = print(changed.m_parts);
    changed.readHosts();
    return changed;
}

HostpciValue HostpciValue::withHost(const HostId &id) const
{
    HostpciValue changed = *this;
    const auto host = std::ranges::find(changed.m_parts, u"host"_s, &Part::key);
    if (host == changed.m_parts.end())
        return changed;
    const QString full = id.allFunctions ? id.address.slotString() : id.address.toString();
    const bool shorten = !id.domainWritten && id.address.domain == 0;
    host->value = shorten ? full.mid(full.indexOf(u':') + 1) : full;
    changed.m_text = print(changed.m_parts);
    changed.readHosts();
    return changed;
}

HostpciValue HostpciValue::withBoolean(QStringView key, bool value) const
{
    const OptionRow *row = findOption(key);
    if (!row || row->type != OptionType::Boolean || boolean(key, row->fallback) == value)
        return *this;
    HostpciValue changed = *this;
    const QString word = value ? u"1"_s : u"0"_s;
    const auto written =
        std::ranges::find_if(changed.m_parts, [key](const Part &part) { return part.key == key; });
    if (written != changed.m_parts.end()) {
        written->value = word;
    } else {
        // Where the web UI would sort it, if what is there is sorted.
        const auto place = std::ranges::find_if(changed.m_parts, [key](const Part &part) {
            return part.key != "host"_L1 && !part.key.isEmpty() && part.key > key;
        });
        changed.m_parts.insert(place, {key.toString(), word, false});
    }
    changed.m_text = print(changed.m_parts);
    return changed;
}

bool HostpciValue::boolean(QStringView key, bool fallback) const
{
    const auto written = option(key);
    return written ? booleanWord(*written).value_or(fallback) : fallback;
}

void HostpciValue::readHosts()
{
    m_hosts.clear();
    const auto written = option(u"host");
    if (!written)
        return;
    for (const QStringView item : QStringView(*written).split(u';'))
        m_hosts.append(readHostId(item));
}

QString HostpciValue::print(const QList<Part> &parts)
{
    QStringList pieces;
    for (const Part &part : parts)
        pieces.append(part.bare ? part.value : part.key + u'=' + part.value);
    return pieces.join(u',');
}

} // namespace rootward
