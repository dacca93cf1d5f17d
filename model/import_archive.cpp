// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_archive.h"

#include "archivetree.h"
#include "capturemerge.h"
#include "hostlines.h"
#include "importfailure.h"
#include "printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int treeDepth = 8; // folders above a /sys
constexpr qsizetype outputBytes = 64 * 1024 * 1024; // of what is surely lspci's
constexpr qsizetype textBytes = 4 * 1024 * 1024; // of what may hold it
constexpr qsizetype innerBytes = 128 * 1024 * 1024;
constexpr qsizetype factBytes = 64 * 1024;
constexpr qsizetype triedBytes = 128 * 1024 * 1024; // of texts altogether
constexpr qsizetype mostHosts = 64;

constexpr std::array textEndings {".txt"_L1, ".log"_L1,  ".md"_L1,  ".hex"_L1, ".out"_L1,
                                  ".eml"_L1, ".html"_L1, ".htm"_L1, ".json"_L1};
constexpr std::array innerEndings {".tar"_L1, ".tgz"_L1, ".txz"_L1, ".tbz2"_L1, ".zip"_L1,
                                   ".gz"_L1,  ".xz"_L1,  ".bz2"_L1, ".zst"_L1};
constexpr std::array<QStringView, 5> factNames {u"uname", u"uname_-a", u"hostname",
                                                u"pveversion_-v", u"version"};

constexpr std::array<QStringView, 6> gatheredNames {
    u"config", u"driver", u"iommu_group", u"physfn", u"mdev_supported_types", u"nvidia"};

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

QStringView nameOf(const QString &path)
{
    return QStringView(path).sliced(path.lastIndexOf(u'/') + 1);
}

template<size_t Count>
bool endsWithAny(QStringView name, const std::array<QLatin1StringView, Count> &endings)
{
    return std::ranges::any_of(endings, [name](QLatin1StringView ending) {
        return name.endsWith(ending, Qt::CaseInsensitive);
    });
}

bool isFunction(QStringView name)
{
    return name.count(u':') == 2 && PciAddress::parse(name);
}

/// What a sysfs tree is read from: the folders of functions, slots and groups.
bool isOfSysfs(const QString &path)
{
    const QStringView name = nameOf(path);
    if (isFunction(name) || path.contains("bus/pci/slots/"_L1)
        || path.contains("kernel/iommu_groups/"_L1))
        return true;
    if (std::ranges::find(gatheredNames, name) == gatheredNames.end()
        && !name.startsWith("virtfn"_L1) && !isSysfsAttribute(name.toLatin1()))
        return false;
    const QStringList folders = path.split(u'/');
    return std::ranges::any_of(folders, isFunction);
}

bool isOutput(const QString &path)
{
    return nameOf(path).startsWith("lspci"_L1) || path.contains("sos_commands/pci/"_L1);
}

bool isFact(const QString &path)
{
    const QStringView name = nameOf(path);
    return std::ranges::find(factNames, name) != factNames.end()
        && (name != "version"_L1 || path.endsWith("proc/version"_L1));
}

/// What is kept of an archive, and how much of it.
qsizetype wantedBytes(const QString &path)
{
    if (path.isEmpty()) // one packed file
        return outputBytes;
    const QStringView name = nameOf(path);
    if (endsWithAny(name, innerEndings))
        return innerBytes;
    if (isOutput(path))
        return outputBytes;
    if (isFact(path))
        return factBytes;
    if (endsWithAny(name, textEndings))
        return textBytes;
    return isOfSysfs(path) ? maxAttributeBytes : 0;
}

/// Gathers the hosts of an archive and of those inside.
class HostGatherer {
public:
    HostGatherer(const ReadProgress &progress, const ArchiveLimits &limits)
        : m_progress(progress), m_limits(limits)
    {
    }
    Result<QList<ReadFunctions>> gather(const QByteArray &bytes);

private:
    std::optional<Error> unpack(const QByteArray &bytes, const QString &place, int depth);
    std::optional<Error> readTrees(const QList<ArchiveMember> &members, const QString &place);
    std::optional<Error> readText(const QByteArray &bytes, const QString &name, bool isExpected);
    void takeFact(const ArchiveMember &member);
    void add(ReadFunctions read);
    void note(Reason reason, const QString &argument);

    const ReadProgress &m_progress;
    ArchiveLimits m_limits; ///< what is left of them
    QList<ReadFunctions> m_hosts;
    QList<CaptureProblem> m_problems;
    HostFacts m_facts;
    qsizetype m_tried = 0;
};

void HostGatherer::note(Reason reason, const QString &argument)
{
    m_problems.append(
        {.reason = reason, .address = std::nullopt, .message = reasonSentence(reason, {argument})});
}

void HostGatherer::add(ReadFunctions read)
{
    if (completeOneOf(m_hosts, read))
        return;
    if (m_hosts.size() < mostHosts)
        m_hosts.append(std::move(read));
    else
        note(Reason::CaptureLimit, tr("%1 hosts").arg(mostHosts));
}

std::optional<Error> HostGatherer::readTrees(const QList<ArchiveMember> &members,
                                             const QString &place)
{
    const ArchiveTree files(members);
    for (const SysfsRoot &root : findSysfsRoots(files, treeDepth)) {
        const auto tree = gatherSysfs(files, root, m_progress);
        if (!tree)
            return tree.error();
        ReadFunctions read = readSysfs(*tree);
        if (read.functions.isEmpty())
            continue;
        read.sources.append({place + root.folder, {}});
        add(std::move(read));
    }
    return std::nullopt;
}

std::optional<Error> HostGatherer::readText(const QByteArray &bytes, const QString &name,
                                            bool isExpected)
{
    m_tried += bytes.size();
    if (m_tried > triedBytes) {
        if (m_tried - bytes.size() <= triedBytes)
            note(Reason::CaptureLimit,
                 tr("the texts from %1 on are not read any more").arg(printable(name)));
        return std::nullopt;
    }
    auto hosts = readFunctions(bytes, name, m_progress);
    if (!hosts && hosts.error().kind == Error::Kind::Cancelled)
        return hosts.error();
    if (!hosts && isExpected)
        note(Reason::CaptureBadLine, printable(name) + u": "_s + hosts.error().what);
    if (hosts) {
        for (ReadFunctions &read : *hosts)
            add(std::move(read));
    }
    return std::nullopt;
}

void HostGatherer::takeFact(const ArchiveMember &member)
{
    const QByteArrayView text = QByteArrayView(member.bytes).trimmed();
    if (nameOf(member.path) == "hostname"_L1) {
        if (m_facts.host.isEmpty() && !text.isEmpty() && !text.contains('\n'))
            m_facts.host = printable(QString::fromUtf8(text), 253);
        return;
    }
    for (const QByteArray &line : text.toByteArray().split('\n'))
        m_facts.take(line);
}

std::optional<Error> HostGatherer::unpack(const QByteArray &bytes, const QString &place, int depth)
{
    constexpr int deepest = 1;
    const auto contents = readArchive(bytes, wantedBytes, m_limits, m_progress);
    if (!contents && (depth == 0 || contents.error().kind == Error::Kind::Cancelled))
        return contents.error();
    if (!contents) {
        note(Reason::CaptureBadLine, printable(place) + u": "_s + contents.error().what);
        return std::nullopt;
    }
    m_problems.append(contents->problems);
    m_limits.unpackedBytes -= contents->unpackedBytes;
    m_limits.keptBytes -= contents->keptBytes;
    if (auto error = readTrees(contents->members, place))
        return error;
    for (const ArchiveMember &member : contents->members) {
        if (member.kind != ArchiveMember::Kind::File)
            continue;
        const QString name = place + member.path;
        std::optional<Error> error;
        if (isArchive(member.bytes) && depth < deepest)
            error = unpack(member.bytes, member.path.isEmpty() ? name : name + u'/', depth + 1);
        else if (isArchive(member.bytes))
            note(Reason::CaptureLimit, tr("%1 is an archive too deep inside").arg(printable(name)));
        else if (isFact(member.path))
            takeFact(member);
        else if (member.path.isEmpty() || isOutput(member.path)
                 || endsWithAny(nameOf(member.path), textEndings))
            error = readText(member.bytes, name.endsWith(u'/') ? name.chopped(1) : name,
                             isOutput(member.path));
        if (error)
            return error;
    }
    return std::nullopt;
}

Result<QList<ReadFunctions>> HostGatherer::gather(const QByteArray &bytes)
{
    if (auto error = unpack(bytes, QString(), 0))
        return std::unexpected(*error);
    if (m_hosts.isEmpty()) {
        QString what = tr("the archive holds neither a sysfs tree nor the output of lspci");
        if (!m_problems.isEmpty())
            what += u": "_s + m_problems.constFirst().message;
        return std::unexpected(Error {Error::Kind::BadData, what, {}, tr(captureCommand)});
    }
    for (ReadFunctions &read : m_hosts) {
        read.kind = u"archive"_s;
        read.problems.append(m_problems);
    }
    // Of several hosts it is not known whose they are.
    if (m_hosts.size() == 1) {
        ReadFunctions &only = m_hosts.first();
        if (only.host.isEmpty())
            only.host = m_facts.host;
        if (!only.hostKernel)
            only.hostKernel = m_facts.kernel;
        if (!only.qemu)
            only.qemu = m_facts.qemu;
    }
    return std::move(m_hosts);
}

} // namespace

int sniffArchive(QByteArrayView head)
{
    constexpr int certain = 100;
    return isArchive(head) ? certain : 0;
}

Result<QList<ReadFunctions>> readArchivedHosts(const QByteArray &bytes,
                                               const ReadProgress &progress)
{
    return readArchivedHosts(bytes, progress, ArchiveLimits {});
}

Result<QList<ReadFunctions>> readArchivedHosts(const QByteArray &bytes,
                                               const ReadProgress &progress,
                                               const ArchiveLimits &limits)
{
    return HostGatherer(progress, limits).gather(bytes);
}

} // namespace rootward
