// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libvirtbytes.h"

#include "printable.h"
#include "shellwords.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QStringDecoder>
#include <QUtf8StringView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

/// The place of a byte, its column in characters.
QString placeOf(QByteArrayView bytes, qsizetype at, BytesStart start)
{
    const QByteArrayView before = bytes.first(at);
    const auto lines = static_cast<int>(std::ranges::count(before, '\n'));
    const QByteArrayView line = before.sliced(before.lastIndexOf('\n') + 1);
    const auto column = static_cast<int>(QString::fromUtf8(line).size());
    return textPlace(start.line + lines, column + 1 + (lines == 0 ? start.column : 0));
}

qsizetype lengthByLead(uchar lead)
{
    return lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

/// The first byte that no UTF-8 has there; the end if there is none.
qsizetype firstBadByte(QByteArrayView bytes)
{
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype size = qMin(lengthByLead(static_cast<uchar>(bytes[at])), bytes.size() - at);
        if (size == 1 ? static_cast<uchar>(bytes[at]) >= 0x80
                      : !QUtf8StringView(bytes.data() + at, size).isValidUtf8())
            return at;
        at += size;
    }
    return bytes.size();
}

/// Behind the next `word`, or the end.
qsizetype passTo(QByteArrayView text, qsizetype at, QByteArrayView word)
{
    const qsizetype found = text.indexOf(word, at);
    return found < 0 ? text.size() : found + word.size();
}

/// Behind a comment, a CDATA section or an instruction that begins there; else where it was.
qsizetype passMarkup(QByteArrayView xml, qsizetype at)
{
    struct MarkupRow {
        QByteArrayView open;
        QByteArrayView close;
    };
    static constexpr MarkupRow rows[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
    for (const MarkupRow &row : rows) {
        if (xml.sliced(at).startsWith(row.open))
            return passTo(xml, at + row.open.size(), row.close);
    }
    return at;
}

/// Behind the tag's end; counts its attributes, up to one too many.
qsizetype passTag(QByteArrayView xml, qsizetype at, int &attributes)
{
    attributes = 0;
    while (at < xml.size() && xml[at] != '>' && attributes <= maxAttributes) {
        const char c = xml[at++];
        if (c == '=')
            ++attributes;
        else if (c == '"' || c == '\'')
            at = passTo(xml, at, QByteArrayView(&c, 1));
    }
    return at;
}

// The elements that a part of a domain may begin with.
constexpr QByteArrayView firstTags[] = {
    "<domain",  "<domstatus", "<domainsnapshot", "<domainbackup",
    "<devices", "<hostdev",   "<controller",     "<interface",
    "<os",      "<metadata",  "<features",       "<clock",
};

bool beginsDomain(QByteArrayView text)
{
    return std::ranges::any_of(firstTags, [text](QByteArrayView tag) {
        if (!text.startsWith(tag) || text.size() == tag.size())
            return false;
        return QByteArrayView(" \t\r\n>/").contains(text[tag.size()]);
    });
}

qsizetype passBlanks(QByteArrayView text, qsizetype at)
{
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
        ++at;
    return at;
}

} // namespace

std::optional<qsizetype> libvirtStart(QByteArrayView text)
{
    qsizetype at = text.startsWith("\xEF\xBB\xBF") ? 3 : 0;
    while (at < text.size()) {
        at = passBlanks(text, at);
        // A declaration or a comment may have the first tag behind it on its line.
        if (text.sliced(at).startsWith("<?xml")) {
            at = passTo(text, at, "?>");
        } else if (text.sliced(at).startsWith("<!--")) {
            at = passTo(text, at, "-->");
        } else if (beginsDomain(text.sliced(at))) {
            return at;
        } else {
            at = passTo(text, at, "\n");
        }
    }
    return std::nullopt;
}

XmlEncoding declaredEncoding(QByteArrayView prolog)
{
    const qsizetype start = prolog.lastIndexOf("<?xml");
    if (start < 0)
        return {};
    const qsizetype end = passTo(prolog, start, "?>");
    static const QRegularExpression pattern(
        uR"(\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]*)["'])"_s);
    const auto match =
        pattern.match(QString::fromLatin1(prolog.sliced(start, qMin(end - start, 1024))));
    const auto lines = static_cast<int>(std::ranges::count(prolog.first(start), '\n'));
    return {match.captured(1).toLatin1(), lines + 1};
}

Result<QByteArray> decodedXml(QByteArrayView bytes, const XmlEncoding &encoding, BytesStart start)
{
    const bool plain =
        encoding.name.isEmpty() || encoding.name.compare("utf-8", Qt::CaseInsensitive) == 0;
    if (!plain) {
        QStringDecoder decoder(encoding.name.constData());
        const QString text = decoder.isValid() ? QString(decoder.decode(bytes)) : QString();
        // What ends a byte order's worth of text in a file of bytes was not meant.
        if (decoder.isValid() && !decoder.hasError() && text.contains(u'<'))
            return text.toUtf8();
        return std::unexpected(Error {Error::Kind::BadData,
                                      tr("the text cannot be read as %1, which it declares")
                                          .arg(printable(QString::fromLatin1(encoding.name), 40)),
                                      textPlace(encoding.line, 1), tr("save it as UTF-8")});
    }
    const qsizetype bad = firstBadByte(bytes);
    if (bad == bytes.size())
        return bytes.toByteArray();
    return std::unexpected(Error {Error::Kind::BadData, tr("this is not UTF-8"),
                                  placeOf(bytes, bad, start),
                                  tr("save it as UTF-8, or declare its encoding")});
}

std::optional<Error> tooManyAttributes(QByteArrayView xml, BytesStart start)
{
    for (qsizetype at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
        if (const qsizetype behind = passMarkup(xml, at); behind > at) {
            at = behind;
            continue;
        }
        int attributes = 0;
        const qsizetype tag = at;
        at = passTag(xml, at + 1, attributes);
        if (attributes > maxAttributes) {
            return Error {Error::Kind::BadData,
                          tr("an element has more than %1 attributes").arg(maxAttributes),
                          placeOf(xml, tag, start), tr("give what virsh dumpxml NAME prints")};
        }
    }
    return std::nullopt;
}

} // namespace rootward
