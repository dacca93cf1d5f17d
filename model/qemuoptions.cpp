// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemuoptions.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QVariant>

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

std::optional<QemuDevice> deviceOfJson(const QString &value, int line)
{
    const QJsonDocument document = QJsonDocument::fromJson(value.toUtf8());
    QemuDevice device;
    device.line = line;
    device.json = true;
    const QJsonObject object = document.object();
    for (auto it = object.begin(); it != object.end(); ++it) {
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
