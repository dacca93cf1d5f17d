// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmsection.h"

#include "hostpci.h"
#include "machineproperty.h"
#include "vmline.h"

#include <QCoreApplication>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

} // namespace

std::optional<SettingRefusal> settingRefusal(const QString &key, const QString &value)
{
    if (key == "machine"_L1) {
        const auto machine = MachineProperty::parse(value);
        return machine ? std::nullopt : std::optional(SettingRefusal {machine.error().what, {}});
    }
    if (!key.startsWith("hostpci"_L1))
        return std::nullopt;
    const QStringView number = QStringView(key).sliced(7);
    bool isNumber = false;
    const int index = number.toInt(&isNumber);
    if (!isNumber || index < 0 || index >= maxHostpciEntries || number != QString::number(index)) {
        return SettingRefusal {
            tr("%1 is no setting, Proxmox has hostpci0 to hostpci15").arg(shortened(key)), {}};
    }
    const auto parsed = HostpciValue::parse(value);
    return parsed ? std::nullopt : std::optional(SettingRefusal {parsed.error().what, index});
}

VmDocument::Section vmSectionOf(const QString &head)
{
    static const QRegularExpression special(uR"(\Aspecial:(?:cloudinit|fleecing)\z)"_s,
                                            QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression snapshot(uR"(\A[a-z][a-z0-9_\-]+\z)"_s,
                                             QRegularExpression::CaseInsensitiveOption);
    VmDocument::Section section;
    section.kind = VmDocument::SectionKind::Unknown;
    if (head.compare("PENDING"_L1, Qt::CaseInsensitive) == 0) {
        section.kind = VmDocument::SectionKind::Pending;
    } else if (special.match(head).hasMatch()) {
        section.kind = VmDocument::SectionKind::Special;
        section.name = head.sliced(8);
    } else if (snapshot.match(head).hasMatch()) {
        section.kind = VmDocument::SectionKind::Snapshot;
        section.name = head;
    }
    return section;
}

QStringList deleteWords(const QString &value)
{
    static const QRegularExpression separator(uR"([,;\s]+)"_s);
    return value.split(separator, Qt::SkipEmptyParts);
}

QString deletedKey(const QString &word)
{
    return word.startsWith(u'!') ? word.sliced(1) : word;
}

QStringList deletedKeys(const QString &value)
{
    QStringList keys;
    for (const QString &word : deleteWords(value))
        keys.append(deletedKey(word));
    return keys;
}

} // namespace rootward
