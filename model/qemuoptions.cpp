// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuoptions.h"

#include "qemupropertytable.h"

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
bool isMistyped(QemuType type, const QJsonValue &value)
{
    switch (type) {
    case QemuType::Bool:
        return !value.isBool();
    case QemuType::Uint8:
    case QemuType::Uint16:
    case QemuType::Uint32:
    case QemuType::Int32:
    case QemuType::Size:
    case QemuType::Clique:
    case QemuType::AerLog:
        return !value.isDouble() || std::floor(value.toDouble()) != value.toDouble();
    case QemuType::OnOffAuto:
    case QemuType::Text:
    case QemuType::Uuid:
    case QemuType::LinkSpeed:
    case QemuType::LinkWidth:
    case QemuType::MsixBar:
    case QemuType::ReadOnly:
        break;
    }
    return !value.isString();
}

/// The first property that has a value of a wrong type; empty: none. An address may be a number.
QString mistypedIn(const QJsonObject &object, const QString &driver)
{
    for (auto it = object.begin(); it != object.end(); ++it) {
        const auto type = qemuPropertyType(driver, it.key());
        const bool number = it.key() == "addr"_L1 && !isMistyped(QemuType::Uint32, *it);
        if (type && !number && isMistyped(*type, *it))
            return it.key();
    }
    return {};
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
    QJsonObject object = document.object();
    device.driver = object.take("driver"_L1).toString();
    for (const QLatin1StringView name : {"id"_L1, "bus"_L1}) {
        if (!object.value(name).isString()) // as if it were not there
            object.remove(name);
    }
    device.mistyped = mistypedIn(object, device.driver);
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (it->isBool())
            device.properties.insert(it.key(), it->toBool() ? u"on"_s : u"off"_s);
        else if (it->isDouble() && it.key() == "addr"_L1) // slot and function in one number
            device.properties.insert(it.key(),
                                     u"%1.%2"_s.arg(it->toInt() >> 3, 0, 16).arg(it->toInt() & 7));
        else
            device.properties.insert(it.key(), it->toVariant().toString());
    }
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
