// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "archivetree.h"

#include <QStringTokenizer>

using namespace Qt::StringLiterals;

namespace rootward {

ArchiveTree::ArchiveTree(const QList<ArchiveMember> &members)
{
    m_nodes.emplace_back();
    for (const ArchiveMember &member : members) {
        int at = 0;
        for (const QString &name : member.path.split(u'/', Qt::SkipEmptyParts)) {
            const auto next = static_cast<int>(m_nodes.size());
            const auto [child, isNew] =
                m_nodes[static_cast<size_t>(at)].children.try_emplace(name, next);
            at = child->second;
            if (isNew)
                m_nodes.emplace_back();
        }
        // As for an archiver that writes them one after the other, the last one counts.
        if (at > 0)
            m_nodes[static_cast<size_t>(at)].member = &member;
    }
}

const ArchiveTree::Node *ArchiveTree::find(const QString &path) const
{
    const Node *node = &m_nodes.front();
    for (const QStringView name : QStringTokenizer(path, u'/', Qt::SkipEmptyParts)) {
        const auto child = node->children.find(name.toString());
        if (child == node->children.end())
            return nullptr;
        node = &m_nodes[static_cast<size_t>(child->second)];
    }
    return node;
}

SysfsFiles::Kind ArchiveTree::kind(const QString &path) const
{
    const Node *node = find(path);
    if (!node)
        return Kind::Missing;
    if (!node->children.empty() || !node->member)
        return Kind::Folder;
    switch (node->member->kind) {
    case ArchiveMember::Kind::File:
        return Kind::File;
    case ArchiveMember::Kind::Folder:
        return Kind::Folder;
    case ArchiveMember::Kind::Link:
        return Kind::Link;
    }
    return Kind::Missing;
}

QStringList ArchiveTree::names(const QString &folder) const
{
    QStringList names;
    if (const Node *node = find(folder)) {
        for (const auto &[name, child] : node->children)
            names.append(name);
    }
    return names;
}

QString ArchiveTree::target(const QString &link) const
{
    const Node *node = find(link);
    if (!node || !node->member || node->member->kind != ArchiveMember::Kind::Link)
        return {};
    return node->member->target;
}

SysfsFiles::Content ArchiveTree::read(const QString &file, qsizetype most) const
{
    const Node *node = find(file);
    if (!node || !node->member || node->member->kind != ArchiveMember::Kind::File)
        return {};
    return {node->member->bytes.first(qMin(most, node->member->bytes.size())), false};
}

} // namespace rootward
