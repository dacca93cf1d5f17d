// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vmdocument.h"

#include "vmline.h"
#include "vmsection.h"

#include <QCryptographicHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// The lines of one section, without its head.
struct Part {
    struct Line {
        VmLine place;
        std::optional<VmSetting> setting;
        bool isBlank = false;
    };
    QList<Line> lines;

    Part(QByteArrayView bytes, qsizetype begin)
    {
        for (qsizetype at = begin; at < bytes.size();) {
            const VmLine line = vmLineAt(bytes, at);
            const QByteArrayView text = line.text(bytes);
            if (vmSectionHead(text))
                return;
            lines.append({line, vmSetting(text), text.trimmed().isEmpty()});
            at = line.next;
        }
    }

    static Part main(QByteArrayView bytes) { return {bytes, 0}; }

    /// Of several [PENDING] the last; without one it has no lines.
    static Part pending(QByteArrayView bytes)
    {
        qsizetype begin = bytes.size();
        for (qsizetype at = 0; at < bytes.size();) {
            const VmLine line = vmLineAt(bytes, at);
            const auto head = vmSectionHead(line.text(bytes));
            at = line.next;
            if (head
                && vmSectionOf(QString::fromUtf8(*head)).kind == VmDocument::SectionKind::Pending)
                begin = at;
        }
        return {bytes, begin};
    }

    /// The line in force: the last that Proxmox admits, else the last at all; -1: none.
    qsizetype inForce(QByteArrayView key) const
    {
        qsizetype refused = -1;
        for (qsizetype i = lines.size() - 1; i >= 0; --i) {
            const auto &setting = lines.at(i).setting;
            if (!setting || setting->key != key)
                continue;
            if (!settingRefusal(QString::fromLatin1(key), QString::fromUtf8(setting->value)))
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

/// The document's bytes with one line's value replaced.
QByteArray withValue(const QByteArray &bytes, const Part::Line &line, const QByteArray &value)
{
    const QByteArrayView old = line.setting->value;
    QByteArray changed = bytes;
    changed.replace(old.data() - bytes.constData(), old.size(), value);
    return changed;
}

/// Without the part's lines that `isTaken`.
template<typename Taken>
QByteArray withoutLines(const QByteArray &bytes, const Part &part, Taken isTaken)
{
    QByteArray changed;
    qsizetype kept = 0;
    for (const Part::Line &line : part.lines) {
        if (!line.setting || !isTaken(*line.setting))
            continue;
        changed += QByteArrayView(bytes).sliced(kept, line.place.begin - kept);
        kept = line.place.next;
    }
    changed += QByteArrayView(bytes).sliced(kept);
    // A file whose last line had no end is still one.
    const bool unfinished = !bytes.isEmpty() && !bytes.endsWith('\n');
    if (unfinished && changed.endsWith('\n'))
        changed.chop(changed.endsWith("\r\n") ? 2 : 1);
    return changed;
}

QByteArray withoutKey(const QByteArray &bytes, const Part &part, const QByteArray &key)
{
    return withoutLines(bytes, part, [&key](const VmSetting &line) { return line.key == key; });
}

/// The key is deleted no longer: the line in force loses it, and the whole list its last word.
QByteArray withoutDelete(const QByteArray &bytes, const QString &key)
{
    const Part pending = Part::pending(bytes);
    const qsizetype line = pending.inForce("delete");
    if (line < 0)
        return bytes;
    QStringList words = deleteWords(QString::fromUtf8(pending.lines.at(line).setting->value));
    const auto isKey = [&key](const QString &word) { return deletedKey(word) == key; };
    if (words.removeIf(isKey) == 0)
        return bytes;
    return words.isEmpty() ? withoutKey(bytes, pending, "delete")
                           : withValue(bytes, pending.lines.at(line), words.join(u',').toUtf8());
}

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

QByteArray withNewLine(const QByteArray &bytes, const Part &main, const QByteArray &text,
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

std::optional<QByteArray> VmDocument::digest() const
{
    // The file has its description as notes.
    const Part main = Part::main(m_bytes);
    if (!vmid() || main.inForce("description") >= 0)
        return std::nullopt;
    return QCryptographicHash::hash(m_bytes, QCryptographicHash::Sha1).toHex();
}

VmDocument VmDocument::withSetting(const QString &key, const QString &value) const
{
    const QByteArray keyBytes = key.toUtf8();
    const QByteArray valueBytes = value.toUtf8();
    if (!isKey(keyBytes) || !isValue(valueBytes))
        return *this;
    if (pending() != nullptr && pending()->settings.contains(key)) {
        const Part changes = Part::pending(m_bytes);
        return read(withValue(m_bytes, changes.lines.at(changes.inForce(keyBytes)), valueBytes),
                    m_name);
    }
    const QByteArray bytes = withoutDelete(m_bytes, key);
    const Part main = Part::main(bytes);
    const qsizetype line = main.inForce(keyBytes);
    return read(
        line < 0 ? withNewLine(bytes, main, keyBytes + ": " + valueBytes, main.placeFor(keyBytes))
                 : withValue(bytes, main.lines.at(line), valueBytes),
        m_name);
}

VmDocument VmDocument::withoutSetting(const QString &key) const
{
    const QByteArray keyBytes = key.toUtf8();
    if (!isKey(keyBytes))
        return *this;
    const QByteArray bytes = withoutKey(m_bytes, Part::main(m_bytes), keyBytes);
    return read(withoutKey(bytes, Part::pending(bytes), keyBytes), m_name);
}

} // namespace rootward
