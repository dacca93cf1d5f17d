// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>

namespace rootward {

/// A Proxmox VM configuration file, byte for byte, with what its lines mean. Edits return a new
/// document in which every other byte is as it was.
/// Source: qemu-server QemuServer.pm parse_vm_config(), write_vm_config().
class VmDocument {
public:
    enum class SectionKind { Main, Pending, Snapshot, Special, Unknown };
    struct Section {
        SectionKind kind = SectionKind::Main;
        QString name; ///< of a snapshot or a special section; else empty
        QMap<QString, QString> settings; ///< the last of a key that is written twice
        QString description; ///< decoded
        QStringList deletes; ///< of [PENDING]: keys without their "!"
    };
    /// A line that Proxmox drops at its next write.
    struct Dropped {
        qsizetype section = 0; ///< in sections(): the one it stands in, or begins
        int line = 0; ///< from 1
        QString text; ///< without the line's end
        QString reason; ///< one sentence
        std::optional<int> index; ///< N where it is a hostpciN with a refused value
    };

    static constexpr qsizetype maxSections = 4096;
    static constexpr qsizetype maxDropped = 1000;

    /// Never fails; what is no setting is listed in dropped().
    static VmDocument read(const QByteArray &bytes, const QString &name);

    const QString &name() const { return m_name; } ///< the file's name, without its folder
    const QByteArray &bytes() const { return m_bytes; }
    /// SHA-1 as hex, for qm set --digest. nullopt where the bytes are not known to be those of
    /// the file on the host: without its name, "101.conf", or where `qm config` printed them,
    /// which has a description line.
    std::optional<QByteArray> digest() const;
    /// Main first, always there; then as written, as many as maxSections and
    /// the last [PENDING].
    const QList<Section> &sections() const { return m_sections; }
    /// As written, as many as maxDropped; droppedCount() counts them all.
    const QList<Dropped> &dropped() const { return m_dropped; }
    qsizetype droppedCount() const { return m_droppedCount; }
    std::optional<int> vmid() const; ///< of "101.conf"

    /// The settings of the next start: main with [PENDING] applied.
    QMap<QString, QString> nextStart() const;

    /// So that the next start has it: in place in [PENDING] where that gives the key, else in the
    /// main section, and a pending delete of the key goes. A new key goes where Proxmox would
    /// sort it in the main section, never below a section head. What Proxmox would not read back as
    /// this setting (a line end, no value, a bad key) and the description are refused: the document
    /// comes back as is.
    VmDocument withSetting(const QString &key, const QString &value) const;
    /// All lines of the key, in the main section and in [PENDING]: an earlier one would else
    /// come into force.
    VmDocument withoutSetting(const QString &key) const;

    friend bool operator==(const VmDocument &a, const VmDocument &b)
    {
        return a.m_bytes == b.m_bytes && a.m_name == b.m_name;
    }

private:
    const Section *pending() const; ///< of several the last; nullptr: none

    QString m_name;
    QByteArray m_bytes;
    QList<Section> m_sections {Section {}};
    QList<Dropped> m_dropped;
    qsizetype m_droppedCount = 0;

    friend class VmDocumentReader;
};

} // namespace rootward
