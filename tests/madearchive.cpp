// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "madearchive.h"

#include <memory>

#include <archive.h>
#include <archive_entry.h>

namespace rootward {

namespace {

struct Closer {
    void operator()(archive *handle) const { archive_write_free(handle); }
    void operator()(archive_entry *entry) const { archive_entry_free(entry); }
};

la_ssize_t append(archive *, void *bytes, const void *part, size_t size)
{
    static_cast<QByteArray *>(bytes)->append(static_cast<const char *>(part),
                                             static_cast<qsizetype>(size));
    return static_cast<la_ssize_t>(size);
}

bool writeEntry(archive *handle, const MadeEntry &made)
{
    const std::unique_ptr<archive_entry, Closer> entry(archive_entry_new());
    archive_entry_set_pathname(entry.get(), made.path.toUtf8().constData());
    archive_entry_set_perm(entry.get(), 0644);
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    if (made.kind == MadeEntry::Kind::Folder) {
        archive_entry_set_filetype(entry.get(), AE_IFDIR);
    } else if (made.kind == MadeEntry::Kind::Link) {
        archive_entry_set_filetype(entry.get(), AE_IFLNK);
        archive_entry_set_symlink(entry.get(), made.target.toUtf8().constData());
    } else if (made.kind == MadeEntry::Kind::HardLink) {
        archive_entry_set_hardlink(entry.get(), made.target.toUtf8().constData());
    } else if (made.kind == MadeEntry::Kind::Device) {
        archive_entry_set_filetype(entry.get(), AE_IFCHR);
        archive_entry_set_rdev(entry.get(), 1 << 8 | 5); // zeros without end
    } else {
        archive_entry_set_size(entry.get(), made.bytes.size());
    }
    if (archive_write_header(handle, entry.get()) < ARCHIVE_WARN)
        return false;
    return made.bytes.isEmpty()
        || archive_write_data(handle, made.bytes.constData(),
                              static_cast<size_t>(made.bytes.size()))
        == made.bytes.size();
}

QByteArray written(const QList<MadeEntry> &entries, const char *format, const char *filter,
                   const char *password)
{
    const QByteArrayView wanted(format);
    QByteArray bytes;
    {
        const std::unique_ptr<archive, Closer> handle(archive_write_new());
        if (wanted == "zip")
            archive_write_set_format_zip(handle.get());
        else if (wanted == "tar")
            archive_write_set_format_pax_restricted(handle.get());
        else
            archive_write_set_format_raw(handle.get());
        if (QByteArrayView(filter) != "none"
            && archive_write_add_filter_by_name(handle.get(), filter) != ARCHIVE_OK)
            return {};
        if (password
            && (archive_write_set_options(handle.get(), "zip:encryption=traditional") != ARCHIVE_OK
                || archive_write_set_passphrase(handle.get(), password) != ARCHIVE_OK))
            return {};
        archive_write_set_bytes_in_last_block(handle.get(), 1); // nothing behind the packed data
        if (archive_write_open2(handle.get(), &bytes, nullptr, append, nullptr, nullptr)
            != ARCHIVE_OK)
            return {};
        for (const MadeEntry &entry : entries) {
            if (!writeEntry(handle.get(), entry))
                return {};
        }
        if (archive_write_close(handle.get()) != ARCHIVE_OK)
            return {};
    }
    return bytes;
}

} // namespace

QByteArray archiveOf(const QList<MadeEntry> &entries, const char *format, const char *filter)
{
    return written(entries, format, filter, nullptr);
}

QByteArray encryptedZip(const QList<MadeEntry> &entries)
{
    return written(entries, "zip", "none", "secret");
}

QByteArray packed(const QByteArray &bytes, const char *filter)
{
    return written({{MadeEntry::Kind::File, QStringLiteral("data"), bytes, {}}}, "raw", filter,
                   nullptr);
}

} // namespace rootward
