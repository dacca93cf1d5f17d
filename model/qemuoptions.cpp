// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuoptions.h"

#include "wordlist.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>
#include <QVariant>

#include <cmath>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// One value up to a comma that is not doubled.
QString takeValue(QStringView text, qsizetype &at)
{
    QString value;
    while (at < text.size()) {
        if (text[at] == u',') {
            if (at + 1 >= text.size() || text[at + 1] != u',')
                break;
            ++at;
        }
        value.append(text[at++]);
    }
    ++at;
    return value;
}

/// QEMU's JSON in the way to strict JSON: strings in single quotes too, but no key twice.
class JsonText {
public:
    explicit JsonText(QStringView text) : m_text(text) { }

    /// nullopt: a key of the outermost object stands twice.
    std::optional<QString> strict()
    {
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c == u'\'' || c == u'"') {
                if (!takeString(c))
                    return std::nullopt;
                continue;
            }
            m_depth += c == u'{' || c == u'[' ? 1 : c == u'}' || c == u']' ? -1 : 0;
            m_strict.append(c);
            ++m_at;
        }
        return m_strict;
    }

private:
    bool takeString(QChar quote)
    {
        const qsizetype start = m_strict.size();
        m_strict.append(u'"');
        for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
            if (m_text[m_at] == u'"')
                m_strict.append(u'\\');
            if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size()) {
                ++m_at;
                if (m_text[m_at] != u'\'')
                    m_strict.append(u'\\');
            }
            m_strict.append(m_text[m_at]);
        }
        m_strict.append(u'"');
        ++m_at;
        const bool key =
            m_depth == 1 && m_text.sliced(qMin(m_at, m_text.size())).trimmed().startsWith(u':');
        if (!key)
            return true;
        const QString name = m_strict.sliced(start);
        const bool first = !m_keys.contains(name);
        m_keys.insert(name);
        return first;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    int m_depth = 0;
    QString m_strict;
    QSet<QString> m_keys;
};

/// Whether the input visitor refuses that type of value for a property.
bool isMistyped(const QString &key, const QJsonValue &value)
{
    static constexpr QLatin1StringView numbers[] = {
        "acpi-index"_L1, "bootindex"_L1, "bus_nr"_L1,  "chassis"_L1, "chassis_nr"_L1,
        "port"_L1,       "rombar"_L1,    "romsize"_L1, "slot"_L1,
    };
    static constexpr QLatin1StringView strings[] = {"host"_L1, "romfile"_L1, "sysfsdev"_L1,
                                                    "x-speed"_L1, "x-width"_L1};
    const bool whole = value.isDouble() && std::floor(value.toDouble()) == value.toDouble();
    if (key == "addr"_L1)
        return !value.isString() && !whole;
    return isOneOf(key, numbers) ? !whole : isOneOf(key, strings) && !value.isString();
}

std::optional<QemuDevice> deviceOfJson(const QString &value, int line)
{
    const auto strict = JsonText(value).strict();
    if (!strict)
        return std::nullopt;
    const QJsonDocument document = QJsonDocument::fromJson(strict->toUtf8());
    QemuDevice device;
    device.line = line;
    device.json = true;
    const QJsonObject object = document.object();
    for (auto it = object.begin(); it != object.end(); ++it) {
        const bool named = it.key() == "id"_L1 || it.key() == "bus"_L1 || it.key() == "driver"_L1;
        if (named && !it->isString()) // as if it were not there
            continue;
        if (isMistyped(it.key(), *it))
            device.mistyped = it.key();
        if (it->isBool())
            device.properties.insert(it.key(), it->toBool() ? u"on"_s : u"off"_s);
        else if (it.key() == "multifunction"_L1)
            device.properties.insert(it.key(), u'"' + it->toVariant().toString() + u'"');
        else if (it->isDouble() && it.key() == "addr"_L1) // slot and function in one number
            device.properties.insert(it.key(),
                                     u"%1.%2"_s.arg(it->toInt() >> 3, 0, 16).arg(it->toInt() & 7));
        else
            device.properties.insert(it.key(), it->toVariant().toString());
    }
    device.driver = device.properties.take(u"driver"_s);
    return device.driver.isEmpty() ? std::nullopt : std::optional(device);
}

} // namespace

QMap<QString, QString> parseQemuOptions(const QString &value, const QString &implied)
{
    QMap<QString, QString> options;
    const QStringView text = value;
    for (qsizetype at = 0; at < text.size();) {
        const bool first = at == 0;
        const qsizetype nameStart = at;
        while (at < text.size() && text[at] != u'=' && text[at] != u',')
            ++at;
        const QString name = text.sliced(nameStart, at - nameStart).toString();
        if (at < text.size() && text[at] == u'=') {
            ++at;
            options.insert(name, takeValue(text, at));
        } else if (first && !implied.isEmpty()) {
            at = nameStart;
            options.insert(implied, takeValue(text, at));
        } else {
            const bool negated = name.size() > 2 && name.startsWith("no"_L1);
            options.insert(negated ? name.sliced(2) : name, negated ? u"off"_s : u"on"_s);
            ++at;
        }
    }
    return options;
}

std::optional<QemuDevice> parseQemuDevice(const QString &value, int line)
{
    if (value.trimmed().startsWith(u'{'))
        return deviceOfJson(value, line);
    QemuDevice device;
    device.properties = parseQemuOptions(value, u"driver"_s);
    device.line = line;
    device.driver = device.properties.take(u"driver"_s);
    return device.driver.isEmpty() ? std::nullopt : std::optional(device);
}

} // namespace rootward
