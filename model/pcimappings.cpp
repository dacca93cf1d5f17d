// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pcimappings.h"

#include "printable.h"

#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString oneLine(const QString &text)
{
    return printable(text, text.size());
}

QString pathText(const HostId &id)
{
    return id.allFunctions ? id.address.slotString() : id.address.toString();
}

QString mapText(const MappedPath &path)
{
    QStringList paths;
    for (const HostId &id : path.paths)
        paths.append(pathText(id));
    QStringList parts;
    if (QString description = oneLine(path.description); !description.isEmpty())
        parts.append("description="_L1 + description.replace(u',', u' ').simplified());
    parts.append("id="_L1 + path.id);
    if (path.iommuGroup)
        parts.append("iommugroup="_L1 + QString::number(*path.iommuGroup));
    parts.append("node="_L1 + path.node);
    parts.append("path="_L1 + paths.join(u';'));
    if (!path.subsystemId.isEmpty())
        parts.append("subsystem-id="_L1 + path.subsystemId);
    return parts.join(u',');
}

} // namespace

const PciMapping *PciMappings::find(QStringView name) const
{
    const auto found = std::ranges::find_if(
        mappings, [name](const PciMapping &mapping) { return mapping.name == name; });
    return found == mappings.end() ? nullptr : &*found;
}

QStringList PciMappings::nodes() const
{
    QSet<QString> names;
    for (const PciMapping &mapping : mappings) {
        for (const MappedPath &path : mapping.map)
            names.insert(path.node);
    }
    QStringList sorted(names.cbegin(), names.cend());
    sorted.sort();
    return sorted;
}

QString writePciMapping(const PciMapping &mapping)
{
    QString text = mapping.name + u'\n';
    for (const MappedPath &path : mapping.map)
        text += "\tmap "_L1 + mapText(path) + u'\n';
    if (const QString description = oneLine(mapping.description); !description.isEmpty())
        text += "\tdescription "_L1 + description + u'\n';
    if (mapping.liveMigrationCapable)
        text += "\tlive-migration-capable 1\n"_L1;
    if (mapping.mediated)
        text += "\tmdev 1\n"_L1;
    return text + u'\n';
}

} // namespace rootward
