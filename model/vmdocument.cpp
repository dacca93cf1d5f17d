// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmdocument.h"

#include "vmline.h"
#include "vmsection.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// -1: no hexadecimal digit.
int hexValue(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// "%0A" and the like; a percent sign without two digits stands for itself.
QByteArray decoded(QByteArrayView text)
{
    QByteArray bytes;
    bytes.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool encoded = text.at(i) == '%' && i + 2 < text.size()
            && hexValue(text.at(i + 1)) >= 0 && hexValue(text.at(i + 2)) >= 0;
        if (!encoded) {
            bytes.append(text.at(i));
            continue;
        }
        bytes.append(static_cast<char>(hexValue(text.at(i + 1)) * 16 + hexValue(text.at(i + 2))));
        i += 2;
    }
    return bytes;
}

} // namespace

/// Reads line by line, as Proxmox does.
class VmDocumentReader {
public:
    explicit VmDocumentReader(VmDocument &document) : m_document(document) { }

    void read()
    {
        const QByteArrayView bytes = m_document.m_bytes;
        for (qsizetype at = 0; at < bytes.size();) {
            const VmLine line = vmLineAt(bytes, at);
            ++m_number;
            readLine(line.text(bytes));
            at = line.next;
        }
        finishSection();
    }

private:
    void readLine(QByteArrayView line)
    {
        if (line.trimmed().isEmpty())
            return;
        if (const auto head = vmSectionHead(line)) {
            beginSection(QString::fromUtf8(*head), line);
            return;
        }
        if (m_isSkipped)
            return;
        if (line.startsWith('#')) {
            m_description += decoded(line.sliced(1)) + '\n';
            return;
        }
        const auto setting = vmSetting(line);
        if (!setting)
            drop(line, QT_TRANSLATE_NOOP("rootward", "this is no setting"));
        else
            readSetting(line, *setting);
    }

    void beginSection(const QString &head, QByteArrayView line)
    {
        finishSection();
        const VmDocument::Section section = vmSectionOf(head);
        const bool isPending = section.kind == VmDocument::SectionKind::Pending;
        QList<VmDocument::Section> &sections = m_document.m_sections;
        const bool isFull = sections.size() >= VmDocument::maxSections;
        m_isSkipped = section.kind == VmDocument::SectionKind::Unknown || (isFull && !isPending);
        // Pending changes are needed wherever they stand; of several the last hold.
        if (sections.size() > VmDocument::maxSections && isPending)
            sections.last() = section;
        else if (!isFull || isPending)
            sections.append(section);
        if (section.kind == VmDocument::SectionKind::Unknown)
            drop(line,
                 QT_TRANSLATE_NOOP("rootward",
                                   "Proxmox knows no such section, and drops all of it"));
    }

    void finishSection()
    {
        if (m_description.endsWith('\n'))
            m_description.chop(1);
        if (!m_description.isEmpty())
            section().description = QString::fromUtf8(m_description);
        m_description.clear();
    }

    void readSetting(QByteArrayView line, const VmSetting &setting)
    {
        const QString key = QString::fromLatin1(setting.key);
        if (key == "description"_L1) {
            m_description += decoded(setting.value);
            return;
        }
        const QString value = QString::fromUtf8(setting.value);
        if (key == "delete"_L1) {
            if (section().kind == VmDocument::SectionKind::Pending)
                section().deletes = deletedKeys(value);
            else
                drop(line, QT_TRANSLATE_NOOP("rootward", "delete stands in [PENDING] only"));
            return;
        }
        if (const auto refusal = settingRefusal(key, value))
            drop(line, *refusal);
        else
            section().settings.insert(key, value);
    }

    /// `sentence` is not translated yet: of millions of lines few are listed.
    void drop(QByteArrayView line, const char *sentence)
    {
        const bool isListed = m_document.m_dropped.size() < VmDocument::maxDropped;
        drop(line, SettingRefusal {isListed ? tr(sentence) : QString(), {}});
    }

    void drop(QByteArrayView line, const SettingRefusal &refusal)
    {
        ++m_document.m_droppedCount;
        if (m_document.m_dropped.size() < VmDocument::maxDropped) {
            m_document.m_dropped.append({m_document.m_sections.size() - 1, m_number,
                                         QString::fromUtf8(line), refusal.reason, refusal.index});
        }
    }

    VmDocument::Section &section() { return m_document.m_sections.last(); }

    VmDocument &m_document;
    QByteArray m_description; ///< of the section so far
    bool m_isSkipped = false;
    int m_number = 0;
};

VmDocument VmDocument::read(const QByteArray &bytes, const QString &name)
{
    VmDocument document;
    document.m_bytes = bytes;
    document.m_name = name.sliced(name.lastIndexOf(u'/') + 1);
    VmDocumentReader(document).read();
    return document;
}

std::optional<int> VmDocument::vmid() const
{
    static const QRegularExpression pattern(uR"(\A([1-9][0-9]{2,8})\.conf\z)"_s);
    const auto match = pattern.match(m_name);
    return match.hasMatch() ? std::optional(match.captured(1).toInt()) : std::nullopt;
}

const VmDocument::Section *VmDocument::pending() const
{
    const auto found = std::ranges::find(m_sections.rbegin(), m_sections.rend(),
                                         SectionKind::Pending, &Section::kind);
    return found == m_sections.rend() ? nullptr : &*found;
}

QMap<QString, QString> VmDocument::nextStart() const
{
    QMap<QString, QString> settings = m_sections.first().settings;
    const Section *changes = pending();
    if (changes == nullptr)
        return settings;
    for (const QString &key : changes->deletes)
        settings.remove(key);
    settings.insert(changes->settings);
    return settings;
}

} // namespace rootward
