// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportformats.h"

#include "entryexpansion.h"
#include "printable.h"
#include "shellquote.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype longestName = 40;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

QString comment(const QString &sentence)
{
    return u"# "_s + printable(sentence, sentence.size()) + u'\n';
}

QString idPair(std::optional<quint16> first, std::optional<quint16> second)
{
    if (!first || !second)
        return {};
    return u"%1:%2"_s.arg(*first, 4, 16, QLatin1Char('0')).arg(*second, 4, 16, QLatin1Char('0'));
}

/// What one entry becomes.
struct Mapped {
    QString section; ///< of pci.cfg; empty where none can be written
    QString line; ///< of the VM's configuration; empty where none can be written
    QStringList notes;
};

class MappingWriter {
public:
    explicit MappingWriter(const ExportRequest &request) : m_request(request)
    {
        if (request.plan.mappings) {
            for (const PciMapping &mapping : request.plan.mappings->mappings)
                m_names.insert(mapping.name.toLower());
        }
    }

    QByteArray write();

private:
    Mapped mapped(const ExpandedEntry &entry);
    void writeSection(Mapped &mapped, const ExpandedEntry &entry, const QList<HostId> &ids);
    QString properties(Mapped &mapped, const QList<PciFunction> &functions, const QString &path);
    QString nameFor(const ExpandedEntry &entry, const PciFunction &function);
    QList<PciFunction> functionsOf(const QList<HostId> &ids) const;

    const ExportRequest &m_request;
    QSet<QString> m_names;
};

/// What each path is checked by at start: the function, or function 0 of a whole slot.
QList<PciFunction> MappingWriter::functionsOf(const QList<HostId> &ids) const
{
    QList<PciFunction> functions;
    for (const HostId &id : ids) {
        PassedFunction passed;
        passed.address = id.address;
        if (m_request.plan.host)
            passed.hostIndex = m_request.plan.host->indexOf(id.address);
        functions.append(hostFunction(m_request.plan, passed));
    }
    return functions;
}

/// A configuration id: a letter, then letters, digits, "-" and "_".
QString MappingWriter::nameFor(const ExpandedEntry &entry, const PciFunction &function)
{
    static const QRegularExpression others(u"[^a-z0-9]+"_s);
    const QString device = shortName(function);
    const QString bracket = device.section(u'[', 1).section(u']', 0, 0);
    const QString words = (bracket.isEmpty() ? device : bracket).section(u'/', 0, 0).toLower();
    QString name = QString(words).replace(others, u"-"_s).left(longestName);
    while (name.startsWith(u'-') || (!name.isEmpty() && name.front().isDigit()))
        name.remove(0, 1);
    while (name.endsWith(u'-'))
        name.chop(1);
    if (name.size() < 2)
        name = u"pci"_s;
    const auto outcome =
        std::ranges::find(m_request.outcome.entries, entry.entry.index, &EntryOutcome::index);
    if (outcome != m_request.outcome.entries.end() && !outcome->letter.isEmpty())
        name += u'-' + outcome->letter.toLower();
    QString unique = name;
    for (int number = 2; m_names.contains(unique); ++number)
        unique = name + u'-' + QString::number(number);
    m_names.insert(unique);
    return unique;
}

/// The map line's keys in alphabetic order, as Proxmox writes them.
QString MappingWriter::properties(Mapped &mapped, const QList<PciFunction> &functions,
                                  const QString &path)
{
    const PciFunction &first = functions.first();
    const QString subsystem = idPair(first.subsystemVendor, first.subsystemDevice);
    QString line = "id="_L1 + idPair(first.vendor, first.device);
    QStringList unknown;
    if (first.iommuGroup)
        line += ",iommugroup="_L1 + QString::number(*first.iommuGroup);
    else
        unknown.append(u"iommugroup"_s);
    line += ",node="_L1 + m_request.plan.node + ",path="_L1 + path;
    if (!subsystem.isEmpty())
        line += ",subsystem-id="_L1 + subsystem;
    else
        unknown.append(u"subsystem-id"_s);
    if (!first.mediated)
        unknown.append(u"mdev"_s);
    if (!unknown.isEmpty())
        mapped.notes.append(
            Text::tr("not known from the capture: %1. Proxmox refuses a start where the host has "
                     "one of them and the mapping lacks it")
                .arg(unknown.join(u", "_s)));
    return line;
}

void MappingWriter::writeSection(Mapped &mapped, const ExpandedEntry &entry,
                                 const QList<HostId> &ids)
{
    const QList<PciFunction> functions = functionsOf(ids);
    const PciFunction &first = functions.first();
    const QString id = idPair(first.vendor, first.device);
    if (id.isEmpty()) {
        mapped.notes.append(Text::tr("left out: vendor and device of %1 are not known, which a "
                                     "mapping must name; open a capture of the host")
                                .arg(first.address.toString()));
        return;
    }
    if (std::ranges::any_of(functions, [&](const PciFunction &other) {
            return idPair(other.vendor, other.device) != id;
        })) {
        mapped.notes.append(Text::tr("left out: the devices differ, and every path of a mapping "
                                     "must have the same vendor and device"));
        return;
    }
    QStringList paths;
    for (const HostId &item : ids)
        paths.append(item.allFunctions ? item.address.slotString() : item.address.toString());
    const QString name = nameFor(entry, first);
    mapped.section = name + "\n\tmap "_L1 + properties(mapped, functions, paths.join(u';')) + u'\n';
    if (first.mediated == true)
        mapped.section += "\tmdev 1\n"_L1;
    QStringList rest {"mapping="_L1 + name};
    for (const QString &part : entry.entry.value.split(u',')) {
        if (part.contains(u'=') && !part.startsWith("host="_L1))
            rest.append(part);
    }
    mapped.line = rest.join(u',');
}

Mapped MappingWriter::mapped(const ExpandedEntry &entry)
{
    Mapped mapped;
    if (!entry.isPlaced() || !isOneLine(entry.entry.value)) {
        mapped.notes.append(Text::tr("left out: %1")
                                .arg(entry.errors.isEmpty()
                                         ? Text::tr("its value holds a control character")
                                         : entry.errors.first().message));
        return mapped;
    }
    if (const auto name = entry.value.option(u"mapping")) {
        mapped.notes.append(Text::tr("uses a mapping already"));
        mapped.line = entry.entry.value;
        return mapped;
    }
    writeSection(mapped, entry, entry.value.hosts());
    return mapped;
}

QByteArray MappingWriter::write()
{
    QString sections;
    QString lines;
    for (const ExpandedEntry &entry : expandEntries(m_request.plan)) {
        const Mapped made = mapped(entry);
        for (const QString &note : made.notes)
            sections += comment(entry.source + u": "_s + note);
        if (!made.section.isEmpty())
            sections += made.section + u'\n';
        if (!made.line.isEmpty())
            lines += entry.source + u": "_s + made.line + u'\n';
    }
    return (comment(Text::tr("Sections for /etc/pve/mapping/pci.cfg, or the values for Datacenter, "
                             "Resource Mappings."))
            + sections + comment(Text::tr("Lines of the VM's configuration.")) + lines)
        .toUtf8();
}

} // namespace

Result<QByteArray> writeMapping(const ExportRequest &request)
{
    static const QRegularExpression validNode(
        uR"(\A[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\z)"_s);
    if (const auto refusal = lacksHostpciLines(request.plan))
        return std::unexpected(*refusal);
    const QString &node = request.plan.node;
    if (!validNode.match(node).hasMatch()) {
        return std::unexpected(Error {
            Error::Kind::Usage,
            node.isEmpty() ? Text::tr("a mapping is of one node, which is not known")
                           : Text::tr("\"%1\" is not the name of a node").arg(printable(node)),
            {},
            Text::tr("name it with --node NAME")});
    }
    return MappingWriter(request).write();
}

} // namespace rootward
