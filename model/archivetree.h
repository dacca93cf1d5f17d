// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "archivemembers.h"
#include "sysfsfiles.h"

#include <map>
#include <vector>

namespace rootward {

/// The members of an archive as a tree of folders. Lives no longer than the members.
class ArchiveTree final : public SysfsFiles {
public:
    explicit ArchiveTree(const QList<ArchiveMember> &members);

    Kind kind(const QString &path) const override;
    QStringList names(const QString &folder) const override;
    QString target(const QString &link) const override;
    Content read(const QString &file, qsizetype most) const override;

private:
    struct Node {
        const ArchiveMember *member = nullptr; ///< nullptr: a folder without an entry of its own
        std::map<QString, int> children;
    };
    const Node *find(const QString &path) const;

    std::vector<Node> m_nodes;
};

} // namespace rootward
