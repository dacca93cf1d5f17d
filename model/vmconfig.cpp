// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmconfig.h"

#include <QCoreApplication>
#include <QMap>
#include <QRegularExpression>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int maxProblems = 100;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct OsRow {
    QLatin1StringView word;
    GuestOs os;
};
// Proxmox's ostype enumeration. Absent: not known, though Proxmox treats it as "other".
constexpr std::array osRows {
    OsRow {"l24"_L1, GuestOs::Linux},      OsRow {"l26"_L1, GuestOs::Linux},
    OsRow {"wxp"_L1, GuestOs::Windows},    OsRow {"w2k"_L1, GuestOs::Windows},
    OsRow {"w2k3"_L1, GuestOs::Windows},   OsRow {"w2k8"_L1, GuestOs::Windows},
    OsRow {"wvista"_L1, GuestOs::Windows}, OsRow {"win7"_L1, GuestOs::Windows},
    OsRow {"win8"_L1, GuestOs::Windows},   OsRow {"win10"_L1, GuestOs::Windows},
    OsRow {"win11"_L1, GuestOs::Windows},  OsRow {"solaris"_L1, GuestOs::Other},
    OsRow {"other"_L1, GuestOs::Other},
};

/// The main section, as the next start reads it.
class Reader {
public:
    explicit Reader(VmDefinition &config) : m_config(config) { }

    void read(const QString &text)
    {
        int number = 0;
        for (QStringView line : QStringView(text).split(u'\n')) {
            ++number;
            if (line.endsWith(u'\r'))
                line.chop(1);
            if (line.startsWith(u'['))
                return; // pending changes, snapshots
            readLine(line, number);
        }
    }

    void finish();
    /// Anything that is a setting at all, dropped or not.
    bool sawSetting() const { return m_sawSetting; }

private:
    void readLine(QStringView line, int number)
    {
        if (line.trimmed().isEmpty() || line.startsWith(u'#'))
            return; // a # line belongs to the VM's notes
        static const QRegularExpression pattern(uR"(\A([a-z][a-z_\-]*[0-9]*):\s*(.+?)\s*\z)"_s);
        const auto match = pattern.matchView(line);
        if (!match.hasMatch()) {
            note(Reason::CaptureBadLine, std::nullopt,
                 tr("line %1 is no setting: Proxmox drops it").arg(number));
            return;
        }
        m_sawSetting = true;
        readSetting(match.captured(1), match.captured(2), number);
    }

    void readSetting(const QString &key, const QString &value, int number)
    {
        static const QRegularExpression hostpci(uR"(\Ahostpci(0|[1-9][0-9]*)\z)"_s);
        if (!key.startsWith("hostpci"_L1)) {
            m_settings.insert(key, value);
            return;
        }
        const auto match = hostpci.match(key);
        const int index = match.hasMatch() ? match.captured(1).toInt() : -1;
        if (index < 0 || index >= maxHostpciEntries || match.captured(1).size() > 2) {
            note(Reason::CaptureBadLine, std::nullopt,
                 tr("line %1: %2 is no setting, Proxmox has hostpci0 to hostpci15")
                     .arg(number)
                     .arg(key));
            return;
        }
        const auto parsed = HostpciValue::parse(value);
        if (!parsed) {
            note(Reason::ProxmoxRefused, index,
                 tr("line %1: %2; Proxmox drops the line").arg(number).arg(parsed.error().what));
            return;
        }
        m_entries.insert(index, value);
    }

    void note(Reason reason, std::optional<int> index, const QString &message)
    {
        if (m_config.problems.size() < maxProblems)
            m_config.problems.append({reason, {}, index, message});
    }

    VmDefinition &m_config;
    QMap<QString, QString> m_settings; ///< of a key that is written twice the last one holds
    bool m_sawSetting = false;
    QMap<int, QString> m_entries;
};

/// The value of one key of a property string; its bare part for the default key.
QString propertyValue(const QString &text, QLatin1StringView key, bool isDefault)
{
    for (const QString &part : text.split(u',')) {
        const qsizetype equals = part.indexOf(u'=');
        if (equals < 0 ? isDefault : QStringView(part).first(equals) == key)
            return part.mid(equals + 1);
    }
    return {};
}

void Reader::finish()
{
    GuestMachine &guest = m_config.guest;
    guest.name = m_settings.value(u"name"_s);
    guest.bios = m_settings.value(u"bios"_s);
    guest.ostype = m_settings.value(u"ostype"_s);
    const auto os =
        std::ranges::find_if(osRows, [&](const OsRow &row) { return guest.ostype == row.word; });
    guest.os = os == osRows.end() ? GuestOs::Unknown : os->os;
    guest.machine = propertyValue(m_settings.value(u"machine"_s), "type"_L1, true);
    if (guest.machine.isEmpty() && m_settings.value(u"arch"_s) == "aarch64"_L1)
        guest.machine = u"virt"_s;
    guest.displayWritten = m_settings.contains(u"vga"_s);
    const QString display = propertyValue(m_settings.value(u"vga"_s), "type"_L1, true);
    guest.hasDisplay = display != "none"_L1 && !display.startsWith("serial"_L1);
    for (const auto &[index, value] : m_entries.asKeyValueRange())
        m_config.entries.append({index, value});
    if (m_settings.contains(u"args"_s)) {
        note(Reason::ProxmoxArgsNotModelled, std::nullopt,
             reasonSentence(Reason::ProxmoxArgsNotModelled, {m_settings.value(u"args"_s)}));
    }
    if (const QString lock = m_settings.value(u"lock"_s); !lock.isEmpty())
        note(Reason::ProxmoxLocked, std::nullopt, reasonSentence(Reason::ProxmoxLocked, {lock}));
    const QString isTemplate = m_settings.value(u"template"_s).toLower();
    if (QStringList {u"1"_s, u"on"_s, u"yes"_s, u"true"_s}.contains(isTemplate))
        note(Reason::ProxmoxTemplate, std::nullopt, reasonSentence(Reason::ProxmoxTemplate));
}

std::optional<int> vmidOf(const QString &name)
{
    static const QRegularExpression pattern(uR"((?:\A|/)([1-9][0-9]{2,8})\.conf\z)"_s);
    const auto match = pattern.match(name);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

} // namespace

int sniffVmConfig(QByteArrayView head)
{
    static const QRegularExpression setting(uR"((?:\A|\n)[a-z][a-z_\-]*[0-9]*:[ \t]*\S)"_s);
    return setting.match(QString::fromUtf8(head)).hasMatch() ? 20 : 0;
}

Result<VmDefinition> readVmConfig(const QByteArray &bytes, const QString &name)
{
    VmDefinition config;
    config.guest.vmid = vmidOf(name);
    Reader reader(config);
    reader.read(QString::fromUtf8(bytes));
    reader.finish();
    if (!reader.sawSetting()) {
        return std::unexpected(Error {Error::Kind::BadData,
                                      tr("this holds no setting of a Proxmox VM"), name,
                                      tr("give /etc/pve/qemu-server/VMID.conf")});
    }
    return config;
}

} // namespace rootward
