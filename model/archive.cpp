// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "archivemembers.h"

#include "printable.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

#include <archive.h>
#include <archive_entry.h>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype maxProblems = 100;
constexpr int onePacking = 2; // filters: the packing and what delivers the bytes
constexpr qsizetype longestPath = 4096;
constexpr qsizetype deepestPath = 300;
constexpr qsizetype longestName = 200; // in a message

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

struct Mark {
    qsizetype offset;
    QByteArrayView bytes;
};

constexpr Mark marks[] = {
    {0, QByteArrayView("\x1f\x8b", 2)},         {0, QByteArrayView("PK\x03\x04", 4)},
    {0, QByteArrayView("PK\x05\x06", 4)},       {0, QByteArrayView("\xfd\x37zXZ\0", 6)},
    {0, QByteArrayView("\x28\xb5\x2f\xfd", 4)}, {0, QByteArrayView("BZh", 3)},
    {257, QByteArrayView("ustar", 5)},
};

struct Closer {
    void operator()(archive *handle) const { archive_read_free(handle); }
};
using Handle = std::unique_ptr<archive, Closer>;

/// The name without what would make it absolute; nullopt if it climbs out of the archive.
std::optional<QString> cleanPath(const QString &name)
{
    QStringList names;
    for (const QString &part : name.split(u'/', Qt::SkipEmptyParts)) {
        if (part == u"..")
            return std::nullopt;
        if (part != u".")
            names.append(part);
    }
    return names.join(u'/');
}

/// What a tree of folders takes in memory for it, beside its data.
qsizetype weight(const ArchiveMember &member)
{
    constexpr qsizetype ofFolder = 160;
    return ofFolder * (1 + member.path.count(u'/'))
        + 2 * (member.path.size() + member.target.size());
}

using NameOf = const char *(*)(archive_entry *);

/// What libarchive has in Unicode where it could, else as bytes. nullopt: longer than any path; a
/// member of an archive of loops has a name of many thousand folders.
std::optional<QString> nameOf(archive_entry *entry, NameOf unicode, NameOf bytes)
{
    QByteArrayView name(unicode(entry));
    if (name.isNull())
        name = QByteArrayView(bytes(entry));
    if (name.size() > longestPath || name.count('/') > deepestPath)
        return std::nullopt;
    return QString::fromUtf8(name);
}

QString mebibytes(qsizetype bytes)
{
    return tr("%1 MiB").arg(qMax<qsizetype>(1, bytes / (1024 * 1024)));
}

class ArchiveReader {
public:
    ArchiveReader(QByteArrayView bytes, const WantedBytes &wanted, const ArchiveLimits &limits,
                  const ReadProgress &progress)
        : m_packed(bytes), m_wanted(wanted), m_limits(limits), m_progress(progress)
    {
    }
    Result<ArchiveContents> read();

private:
    enum class Step { GoOn, Stop };

    bool open();
    Step readMember(archive_entry *entry);
    Step readData(ArchiveMember &member, qsizetype wanted);
    Step keep(ArchiveMember member);
    bool account(qsizetype unpacked);
    bool endsTooEarly() const;
    bool goOn();
    void note(Reason reason, const QString &argument);
    void noteDamage();
    std::unexpected<Error> failure(Error::Kind kind, const QString &what) const;

    QByteArrayView m_packed;
    const WantedBytes &m_wanted;
    const ArchiveLimits &m_limits;
    const ReadProgress &m_progress;
    Handle m_handle;
    ArchiveContents m_contents;
    qsizetype m_count = 0;
    qsizetype m_kept = 0;
    qsizetype m_unpacked = 0;
    qsizetype m_tooDeep = 0; ///< members whose names are longer than any path
    bool m_cancelled = false;
};

void ArchiveReader::note(Reason reason, const QString &argument)
{
    // One that ends the reading is told whatever was told before.
    if (m_contents.problems.size() >= maxProblems && reason != Reason::CaptureLimit)
        return;
    m_contents.problems.append(
        {.reason = reason, .address = std::nullopt, .message = reasonSentence(reason, {argument})});
}

void ArchiveReader::noteDamage()
{
    note(Reason::CaptureBadLine, tr("the archive is damaged after its member %1").arg(m_count));
}

std::unexpected<Error> ArchiveReader::failure(Error::Kind kind, const QString &what) const
{
    return std::unexpected(
        Error {kind, what, {}, tr("unpack it first and give the text file in it")});
}

bool ArchiveReader::open()
{
    m_handle.reset(archive_read_new());
    archive *handle = m_handle.get();
    if (!handle)
        return false;
    archive_read_support_filter_gzip(handle);
    archive_read_support_filter_xz(handle);
    archive_read_support_filter_bzip2(handle);
    archive_read_support_filter_zstd(handle);
    archive_read_support_format_tar(handle);
    archive_read_support_format_zip(handle);
    archive_read_support_format_raw(handle);
    return archive_read_open_memory(handle, m_packed.data(), static_cast<size_t>(m_packed.size()))
        == ARCHIVE_OK;
}

bool ArchiveReader::goOn()
{
    if (!m_progress)
        return true;
    const qint64 taken = archive_filter_bytes(m_handle.get(), -1);
    const qint64 percent = taken * 100 / qMax<qint64>(1, m_packed.size());
    m_cancelled = !m_progress(static_cast<int>(qBound(qint64(0), percent, qint64(100))));
    return !m_cancelled;
}

/// A tar that nothing packs ends with zeros; libarchive takes the end of a member for its end.
bool ArchiveReader::endsTooEarly() const
{
    constexpr qsizetype block = 512;
    const bool isTar =
        (archive_format(m_handle.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
    if (!isTar || archive_filter_count(m_handle.get()) >= onePacking)
        return false;
    return m_packed.size() % block != 0
        || std::ranges::any_of(m_packed.last(block), [](char byte) { return byte != 0; });
}

/// False once more is unpacked than a capture can be.
bool ArchiveReader::account(qsizetype unpacked)
{
    // Headers too have a length; in a zip the position is one in the packed data.
    m_unpacked = qMax<qsizetype>(m_unpacked + unpacked, archive_filter_bytes(m_handle.get(), 0));
    if (m_unpacked > m_limits.unpackedBytes) {
        note(Reason::CaptureLimit, tr("%1 unpacked").arg(mebibytes(m_limits.unpackedBytes)));
        return false;
    }
    if (m_unpacked > m_limits.freeBytes && m_unpacked / m_limits.ratio > m_packed.size()) {
        note(Reason::CaptureLimit,
             tr("it unpacks to more than %1 times its size").arg(m_limits.ratio));
        return false;
    }
    return true;
}

/// Reads the data even where it is not wanted: what libarchive skips by itself nobody counts.
ArchiveReader::Step ArchiveReader::readData(ArchiveMember &member, qsizetype wanted)
{
    const void *block = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    bool tooLong = false;
    while (true) {
        const int status = archive_read_data_block(m_handle.get(), &block, &size, &offset);
        if (status == ARCHIVE_EOF)
            break;
        if (status == ARCHIVE_FAILED) { // this member alone: encrypted, or packed in a way unknown
            note(Reason::CaptureBadLine,
                 tr("%1 cannot be unpacked").arg(printable(member.path, longestName)));
            return Step::GoOn;
        }
        if (status != ARCHIVE_OK && status != ARCHIVE_WARN) {
            noteDamage();
            return Step::Stop;
        }
        const auto length = static_cast<qsizetype>(size);
        if (!account(length) || !goOn())
            return Step::Stop;
        const auto end = static_cast<qsizetype>(offset) + length;
        if (wanted == 0 || tooLong)
            continue;
        if (offset < 0 || end > wanted || m_kept + end > m_limits.keptBytes) {
            tooLong = true;
            continue;
        }
        // A hole of a sparse file reads as zeros.
        if (end > member.bytes.size())
            member.bytes.resize(end, '\0');
        std::copy_n(static_cast<const char *>(block), length, member.bytes.data() + offset);
    }
    if (tooLong && m_contents.problems.size() < maxProblems)
        note(
            Reason::CaptureLimit,
            tr("%1 is larger than %2").arg(printable(member.path, longestName), mebibytes(wanted)));
    return wanted == 0 || tooLong ? Step::GoOn : keep(std::move(member));
}

ArchiveReader::Step ArchiveReader::keep(ArchiveMember member)
{
    m_kept += weight(member) + member.bytes.size();
    if (m_kept > m_limits.keptBytes) {
        note(Reason::CaptureLimit, mebibytes(m_limits.keptBytes));
        return Step::Stop;
    }
    m_contents.members.append(std::move(member));
    return Step::GoOn;
}

ArchiveReader::Step ArchiveReader::readMember(archive_entry *entry)
{
    const bool isRaw = archive_format(m_handle.get()) == ARCHIVE_FORMAT_RAW;
    const auto name =
        isRaw ? QString() : nameOf(entry, archive_entry_pathname_utf8, archive_entry_pathname);
    const auto path = name ? cleanPath(*name) : std::nullopt;
    if (name && !path)
        note(Reason::CaptureBadLine,
             tr("%1 leads out of the archive").arg(printable(*name, longestName)));
    m_tooDeep += name ? 0 : 1;
    ArchiveMember member;
    member.path = path.value_or(QString());
    const auto type = archive_entry_filetype(entry);
    const auto hard = nameOf(entry, archive_entry_hardlink_utf8, archive_entry_hardlink);
    const auto soft = type == AE_IFLNK
        ? nameOf(entry, archive_entry_symlink_utf8, archive_entry_symlink)
        : QString();
    const qsizetype wanted = path && hard && soft ? m_wanted(*path) : 0;
    if (!hard || !hard->isEmpty()) {
        member.kind = ArchiveMember::Kind::Link;
        member.target = u"../"_s.repeated(member.path.count(u'/')) + hard.value_or(QString());
    } else if (type == AE_IFLNK) {
        member.kind = ArchiveMember::Kind::Link;
        member.target = soft.value_or(QString());
    } else if (type == AE_IFDIR) {
        member.kind = ArchiveMember::Kind::Folder;
    } else {
        // Devices, pipes and sockets have no data; a name that climbs is read over.
        return readData(member, type == AE_IFREG ? wanted : 0);
    }
    // A link may have data nevertheless, which would be skipped uncounted.
    if (ArchiveMember data; readData(data, 0) == Step::Stop)
        return Step::Stop;
    return wanted > 0 ? keep(std::move(member)) : Step::GoOn;
}

Result<ArchiveContents> ArchiveReader::read()
{
    // A zip's list of members is read as a whole when it is opened.
    if (m_packed.startsWith("PK") && m_packed.count("PK\x01\x02") > 2 * m_limits.members)
        return failure(Error::Kind::BadData,
                       tr("the archive has more than %1 members").arg(m_limits.members));
    const bool isOpen = open();
    if (isOpen && archive_filter_count(m_handle.get()) > onePacking)
        return failure(Error::Kind::BadData, tr("the file is packed several times over"));
    while (isOpen) {
        archive_entry *entry = nullptr;
        const int status = archive_read_next_header(m_handle.get(), &entry);
        if (status == ARCHIVE_EOF) {
            if (endsTooEarly())
                noteDamage();
            break;
        }
        const bool isUsable = status == ARCHIVE_OK || status == ARCHIVE_WARN;
        const bool onlyRaw = isUsable && archive_format(m_handle.get()) == ARCHIVE_FORMAT_RAW
            && archive_filter_count(m_handle.get()) < onePacking;
        if (onlyRaw || (!isUsable && m_count == 0))
            return failure(Error::Kind::BadData, tr("the archive is damaged"));
        if (!isUsable) {
            noteDamage();
            break;
        }
        if (++m_count > m_limits.members) {
            note(Reason::CaptureLimit, tr("%1 members").arg(m_limits.members));
            break;
        }
        if (!goOn() || !account(512) || readMember(entry) == Step::Stop)
            break;
    }
    if (m_cancelled)
        return std::unexpected(Error {Error::Kind::Cancelled, tr("reading was cancelled"), {}, {}});
    if (!isOpen)
        return failure(Error::Kind::BadData, tr("the archive is damaged"));
    if (m_tooDeep > 0)
        note(Reason::CaptureLimit,
             tr("%1 members lie in more than %2 folders").arg(m_tooDeep).arg(deepestPath));
    m_contents.unpackedBytes = m_unpacked;
    m_contents.keptBytes = m_kept;
    return std::move(m_contents);
}

} // namespace

bool isArchive(QByteArrayView head)
{
    return std::ranges::any_of(marks, [head](const Mark &mark) {
        return head.size() >= mark.offset + mark.bytes.size()
            && head.sliced(mark.offset, mark.bytes.size()) == mark.bytes;
    });
}

Result<ArchiveContents> readArchive(QByteArrayView bytes, const WantedBytes &wanted,
                                    const ArchiveLimits &limits, const ReadProgress &progress)
{
    return ArchiveReader(bytes, wanted, limits, progress).read();
}

} // namespace rootward
