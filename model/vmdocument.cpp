// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmdocument.h"

#include "hostpci.h"
#include "machineproperty.h"
#include "vmline.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

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

/// Why Proxmox does not take a setting; nullopt if it does.
struct Refusal {
    QString reason;
    std::optional<int> index;
};
std::optional<Refusal> refusalOf(const QString &key, const QString &value)
{
    if (key == "machine"_L1) {
        const auto machine = MachineProperty::parse(value);
        return machine ? std::nullopt : std::optional(Refusal {machine.error().what, {}});
    }
    if (!key.startsWith("hostpci"_L1))
        return std::nullopt;
    const QStringView number = QStringView(key).sliced(7);
    bool isNumber = false;
    const int index = number.toInt(&isNumber);
    if (!isNumber || index < 0 || index >= maxHostpciEntries || number != QString::number(index)) {
        return Refusal {
            tr("%1 is no setting, Proxmox has hostpci0 to hostpci15").arg(shortened(key)), {}};
    }
    const auto parsed = HostpciValue::parse(value);
    return parsed ? std::nullopt : std::optional(Refusal {parsed.error().what, index});
}

/// The section that a head begins.
VmDocument::Section sectionOf(const QString &head)
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

QStringList deletedKeys(const QString &value)
{
    static const QRegularExpression separator(uR"([,;\s]+)"_s);
    QStringList keys;
    for (const QString &word : value.split(separator, Qt::SkipEmptyParts))
        keys.append(word.startsWith(u'!') ? word.sliced(1) : word);
    return keys;
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
        const VmDocument::Section section = sectionOf(head);
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
        if (const auto refusal = refusalOf(key, value))
            drop(line, *refusal);
        else
            section().settings.insert(key, value);
    }

    /// `sentence` is not translated yet: of millions of lines few are listed.
    void drop(QByteArrayView line, const char *sentence)
    {
        const bool isListed = m_document.m_dropped.size() < VmDocument::maxDropped;
        drop(line, Refusal {isListed ? tr(sentence) : QString(), {}});
    }

    void drop(QByteArrayView line, const Refusal &refusal)
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

namespace {

/// The lines before the first section's head.
struct MainPart {
    struct Line {
        VmLine place;
        std::optional<VmSetting> setting;
        bool isBlank = false;
    };
    QList<Line> lines;

    explicit MainPart(QByteArrayView bytes)
    {
        for (qsizetype at = 0; at < bytes.size();) {
            const VmLine line = vmLineAt(bytes, at);
            const QByteArrayView text = line.text(bytes);
            if (vmSectionHead(text))
                return;
            lines.append({line, vmSetting(text), text.trimmed().isEmpty()});
            at = line.next;
        }
    }

    /// The line in force: the last that Proxmox admits, else the last at all; -1: none.
    qsizetype inForce(QByteArrayView key) const
    {
        qsizetype refused = -1;
        for (qsizetype i = lines.size() - 1; i >= 0; --i) {
            const auto &setting = lines.at(i).setting;
            if (!setting || setting->key != key)
                continue;
            if (!refusalOf(QString::fromLatin1(key), QString::fromUtf8(setting->value)))
                return i;
            if (refused < 0)
                refused = i;
        }
        return refused;
    }

    /// The line before which a new key is sorted; lines.size(): after the last setting.
    qsizetype placeFor(QByteArrayView key) const
    {
        qsizetype after = -1;
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (!lines.at(i).setting)
                continue;
            if (lines.at(i).setting->key.compare(key) > 0)
                return i;
            after = i;
        }
        if (after >= 0)
            return after + 1;
        // Below the notes and above the blank line that ends the section.
        qsizetype last = lines.size();
        while (last > 0 && lines.at(last - 1).isBlank)
            --last;
        return last;
    }
};

bool isKey(const QByteArray &key)
{
    const QByteArray line = key + ": x";
    const auto setting = vmSetting(line);
    return setting && setting->key == key && key != "description" && key != "delete";
}

bool isValue(const QByteArray &value)
{
    return !value.trimmed().isEmpty() && !value.contains('\n') && !value.contains('\r')
        && !value.contains('\0');
}

QByteArray withNewLine(const QByteArray &bytes, const MainPart &main, const QByteArray &text,
                       qsizetype place)
{
    const auto lineEndOf = [&](qsizetype i) {
        return main.lines.at(i).place.lineEnd(bytes).toByteArray();
    };
    if (main.lines.isEmpty()) {
        const bool windows = !bytes.isEmpty() && vmLineAt(bytes, 0).lineEnd(bytes) == "\r\n";
        return text + (windows ? "\r\n"_ba : "\n"_ba) + bytes;
    }
    // The neighbours' line ends; a last line without one takes those before it.
    QByteArray lineEnd = lineEndOf(std::max<qsizetype>(place - 1, 0));
    const bool unfinished = lineEnd.isEmpty();
    if (unfinished)
        lineEnd = main.lines.size() > 1 ? lineEndOf(0) : "\n"_ba;
    const qsizetype at =
        place < main.lines.size() ? main.lines.at(place).place.begin : main.lines.last().place.next;
    const bool below = unfinished && at == bytes.size();
    return bytes.first(at) + (below ? lineEnd + text : text + lineEnd) + bytes.sliced(at);
}

} // namespace

VmDocument VmDocument::read(const QByteArray &bytes, const QString &name)
{
    VmDocument document;
    document.m_bytes = bytes;
    document.m_name = name.sliced(name.lastIndexOf(u'/') + 1);
    VmDocumentReader(document).read();
    return document;
}

QByteArray VmDocument::digest() const
{
    return QCryptographicHash::hash(m_bytes, QCryptographicHash::Sha1).toHex();
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

bool VmDocument::isPending(const QString &key) const
{
    const Section *changes = pending();
    return changes != nullptr
        && (changes->settings.contains(key) || changes->deletes.contains(key));
}

VmDocument VmDocument::withSetting(const QString &key, const QString &value) const
{
    const QByteArray keyBytes = key.toUtf8();
    const QByteArray valueBytes = value.toUtf8();
    if (!isKey(keyBytes) || !isValue(valueBytes))
        return *this;
    const MainPart main(m_bytes);
    const qsizetype line = main.inForce(keyBytes);
    if (line < 0) {
        return read(
            withNewLine(m_bytes, main, keyBytes + ": " + valueBytes, main.placeFor(keyBytes)),
            m_name);
    }
    const QByteArrayView old = main.lines.at(line).setting->value;
    QByteArray changed = m_bytes;
    changed.replace(old.data() - m_bytes.constData(), old.size(), valueBytes);
    return read(changed, m_name);
}

VmDocument VmDocument::withoutSetting(const QString &key) const
{
    const QByteArray keyBytes = key.toUtf8();
    if (!isKey(keyBytes))
        return *this;
    const MainPart main(m_bytes);
    QByteArray changed;
    qsizetype kept = 0;
    for (const MainPart::Line &line : main.lines) {
        if (!line.setting || line.setting->key != keyBytes)
            continue;
        changed += QByteArrayView(m_bytes).sliced(kept, line.place.begin - kept);
        kept = line.place.next;
    }
    changed += QByteArrayView(m_bytes).sliced(kept);
    // A file whose last line had no end is still one.
    const bool unfinished = !m_bytes.isEmpty() && !m_bytes.endsWith('\n');
    if (unfinished && changed.endsWith('\n'))
        changed.chop(changed.endsWith("\r\n") ? 2 : 1);
    return read(changed, m_name);
}

} // namespace rootward
