// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "cleaningsteps.h"

#include "hexline.h"
#include "textlines.h"

#include <QString>

#include <algorithm>

namespace rootward::cleaning {

namespace {

constexpr int deepestPart = 8;

/// What a part's header fields say about its body.
struct MailHeader {
    QByteArray type = "text/plain"; ///< lower case
    QByteArray encoding; ///< lower case
    QByteArray boundary;
    bool isLatin1 = false;
    bool isMail = false; ///< one of the fields that only mails have
};

bool startsWithField(QByteArrayView line, QByteArrayView field)
{
    return line.size() >= field.size()
        && line.first(field.size()).compare(field, Qt::CaseInsensitive) == 0;
}

/// A name and a colon.
bool isField(QByteArrayView line)
{
    const qsizetype colon = line.indexOf(':');
    return colon > 0 && std::ranges::all_of(line.first(colon), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || c == '-';
           });
}

QByteArray parameter(const QByteArray &field, QByteArrayView name)
{
    const qsizetype at = field.toLower().indexOf(QByteArray(name.data(), name.size()) + '=');
    if (at < 0)
        return {};
    QByteArray value = field.sliced(at + name.size() + 1);
    if (value.startsWith('"'))
        return value.sliced(1, std::max<qsizetype>(value.indexOf('"', 1) - 1, 0));
    const qsizetype end = value.indexOf(';');
    return (end < 0 ? value : value.first(end)).trimmed();
}

void readField(MailHeader &header, const QByteArray &field)
{
    const QByteArray value = field.sliced(field.indexOf(':') + 1).trimmed();
    if (startsWithField(field, "Content-Type:")) {
        const qsizetype end = value.indexOf(';');
        header.type = (end < 0 ? value : value.first(end)).trimmed().toLower();
        header.boundary = parameter(value, "boundary");
        const QByteArray charset = parameter(value, "charset").toLower();
        header.isLatin1 = charset.startsWith("iso-8859") || charset.startsWith("windows-125");
        header.isMail = true;
    } else if (startsWithField(field, "Content-Transfer-Encoding:")) {
        header.encoding = value.toLower();
        header.isMail = true;
    }
}

/// The fields up to the first blank line; moves `position` behind that.
MailHeader readHeader(QByteArrayView bytes, qsizetype &position)
{
    MailHeader header;
    QByteArray field;
    QByteArrayView line;
    while (takeTextLine(bytes, position, line) && !line.trimmed().isEmpty()) {
        if (line.startsWith(' ') || line.startsWith('\t')) {
            field.append(' ').append(line.trimmed());
            continue;
        }
        readField(header, field + (field.isEmpty() ? ":" : ""));
        field = line.toByteArray();
    }
    if (!field.isEmpty())
        readField(header, field);
    return header;
}

/// Writes the decoded lines, and the line of the mail that each came from.
class MailWriter {
public:
    explicit MailWriter(CleanedText &text) : m_text(text) { }

    void writePart(QByteArrayView bytes, int line, int depth);
    void finish();

private:
    void writeParts(QByteArrayView bytes, int line, const MailHeader &header, int depth);
    void writeBody(QByteArrayView body, int line, const MailHeader &header);
    void put(QByteArrayView lines, int line, bool countsOn);

    CleanedText &m_text;
    QByteArray m_to;
    QList<int> m_lines;
};

int countLines(QByteArrayView bytes)
{
    return static_cast<int>(std::ranges::count(bytes, '\n'));
}

void MailWriter::put(QByteArrayView lines, int line, bool countsOn)
{
    QByteArrayView text;
    for (qsizetype position = 0; takeTextLine(lines, position, text);) {
        m_to.append(text).append('\n');
        m_lines.append(m_text.originalLine(line));
        line += countsOn ? 1 : 0;
    }
}

/// One decoded line, and how many lines of the mail it took.
QByteArray decodedLine(QByteArrayView bytes, qsizetype &position, int &taken)
{
    QByteArray decoded;
    QByteArrayView line;
    taken = 0;
    while (takeTextLine(bytes, position, line)) {
        ++taken;
        qsizetype size = line.size();
        while (size > 0 && (line.at(size - 1) == ' ' || line.at(size - 1) == '\t'))
            --size;
        const bool soft = size > 0 && line.at(size - 1) == '=';
        const QByteArrayView kept = soft ? line.first(size - 1) : line;
        for (qsizetype i = 0; i < kept.size(); ++i) {
            const int high =
                kept.at(i) == '=' && i + 2 < kept.size() ? hexDigit(kept.at(i + 1)) : -1;
            const int low = high >= 0 ? hexDigit(kept.at(i + 2)) : -1;
            if (low < 0) {
                decoded.append(kept.at(i));
                continue;
            }
            const char c = static_cast<char>(high << 4 | low);
            if (c != '\r')
                decoded.append(c);
            i += 2;
        }
        if (!soft)
            break;
    }
    return decoded;
}

void MailWriter::writeBody(QByteArrayView body, int line, const MailHeader &header)
{
    QByteArray bytes = body.toByteArray();
    if (header.encoding == "base64") {
        bytes = QByteArray::fromBase64(bytes);
        bytes.replace("\r\n", "\n");
        put(header.isLatin1 ? QString::fromLatin1(bytes).toUtf8() : bytes, line, false);
        return;
    }
    if (header.encoding != "quoted-printable") {
        put(header.isLatin1 ? QString::fromLatin1(bytes).toUtf8() : bytes, line, true);
        return;
    }
    for (qsizetype position = 0; position < bytes.size();) {
        int taken = 0;
        const QByteArray decoded = decodedLine(bytes, position, taken);
        put((header.isLatin1 ? QString::fromLatin1(decoded).toUtf8() : decoded) + '\n', line, true);
        line += taken;
    }
}

struct Section {
    QByteArrayView bytes;
    int line = 0; ///< before it
};

/// What stands between the lines "--boundary".
QList<Section> sectionsOf(QByteArrayView bytes, const QByteArray &boundary)
{
    constexpr qsizetype mostSections = 1000;
    const QByteArray ruler = "--" + boundary;
    QList<Section> sections;
    qsizetype begin = -1;
    int number = 0;
    int beginLine = 0;
    QByteArrayView line;
    for (qsizetype position = 0; sections.size() < mostSections;) {
        const qsizetype at = position;
        const bool more = takeTextLine(bytes, position, line);
        ++number;
        if (more && !line.startsWith(ruler))
            continue;
        if (begin >= 0)
            sections.append({bytes.sliced(begin, std::min(at, bytes.size()) - begin), beginLine});
        if (!more || line.startsWith(ruler + "--"))
            break;
        begin = std::min(position, bytes.size());
        beginLine = number;
    }
    return sections;
}

MailHeader headerOf(QByteArrayView bytes)
{
    qsizetype position = 0;
    return readHeader(bytes, position);
}

void MailWriter::writeParts(QByteArrayView bytes, int line, const MailHeader &header, int depth)
{
    const QList<Section> sections = sectionsOf(bytes, header.boundary);
    // Of several forms of one text the plain one, which lost the least.
    const auto plain = std::ranges::find_if(sections, [](const Section &section) {
        return headerOf(section.bytes).type == "text/plain";
    });
    if (header.type == "multipart/alternative" && plain != sections.end()) {
        writePart(plain->bytes, line + plain->line, depth + 1);
        return;
    }
    for (const Section &section : sections)
        writePart(section.bytes, line + section.line, depth + 1);
}

void MailWriter::writePart(QByteArrayView bytes, int line, int depth)
{
    qsizetype position = 0;
    const MailHeader header = readHeader(bytes, position);
    position = std::min(position, bytes.size());
    const QByteArrayView body = bytes.sliced(position);
    const int bodyLine = line + countLines(bytes.first(position));
    if (!header.boundary.isEmpty() && header.type.startsWith("multipart/")) {
        if (depth < deepestPart)
            writeParts(body, bodyLine, header, depth);
    } else if (header.type == "message/rfc822") {
        if (depth < deepestPart)
            writePart(body, bodyLine, depth + 1);
    } else if (header.type.startsWith("text/") || header.type == "application/octet-stream") {
        writeBody(body, bodyLine + 1, header);
    }
}

void MailWriter::finish()
{
    m_text.bytes = m_to;
    m_text.originalLines = m_lines;
}

} // namespace

bool isMail(QByteArrayView bytes)
{
    constexpr QByteArrayView mailbox = "From ";
    qsizetype position = 0;
    QByteArrayView line;
    do {
        if (!takeTextLine(bytes, position, line))
            return false;
    } while (line.trimmed().isEmpty() || line.startsWith(mailbox));
    if (!isField(line))
        return false;
    const MailHeader header = headerOf(bytes.sliced(line.data() - bytes.data()));
    return header.isMail
        && (!header.encoding.isEmpty() || !header.boundary.isEmpty()
            || header.type.startsWith("text/"));
}

void takeMailText(CleanedText &text)
{
    MailWriter writer(text);
    qsizetype begin = 0;
    qsizetype position = 0;
    int number = 0;
    QByteArrayView line;
    while (takeTextLine(text.bytes, position, line)
           && (line.trimmed().isEmpty() || line.startsWith("From "))) {
        begin = position;
        ++number;
    }
    writer.writePart(QByteArrayView(text.bytes).sliced(begin), number, 0);
    writer.finish();
}

namespace {

/// Lines end in "=" or in the code of a blank, and no other "=" stands there than one that may be
/// code: a dump of bytes, which has none of its own. lspci's words have, "DEVSEL=fast".
bool hasOnlySoftBreaks(QByteArrayView bytes)
{
    bool soft = false;
    for (qsizetype at = bytes.indexOf('='); at >= 0; at = bytes.indexOf('=', at + 1)) {
        const QByteArrayView code =
            bytes.sliced(at + 1).first(std::min(bytes.size() - at - 1, 2LL));
        const bool ends = code.startsWith('\n');
        if (!ends && (code.size() < 2 || hexDigit(code.front()) < 0 || hexDigit(code.back()) < 0))
            return false;
        // A blank that ends a line is encoded as well.
        soft = soft || ends || bytes.sliced(at).startsWith("=20\n");
    }
    return soft;
}

} // namespace

/// In a text that was encoded each "=" is, so the code of that one betrays it; "secondary=3D" is
/// none, for lspci writes small digits.
bool isQuotedPrintable(QByteArrayView bytes)
{
    if (hasOnlySoftBreaks(bytes))
        return true;
    bool encoded = false;
    bool soft = false;
    for (qsizetype at = bytes.indexOf('='); at >= 0 && at + 2 < bytes.size() && !(encoded && soft);
         at = bytes.indexOf('=', at + 1)) {
        const QByteArrayView code = bytes.sliced(at + 1, 2);
        encoded = encoded || code == "3D";
        // A blank that ends a line is encoded as well.
        soft = soft || code.front() == '\n' || bytes.sliced(at).startsWith("=20\n")
            || (code == "3D" && at > 0 && bytes.at(at - 1) == 'y');
    }
    return encoded && soft;
}

void decodeQuotedPrintable(CleanedText &text)
{
    CleanedText decoded;
    int line = 1;
    for (qsizetype position = 0; position < text.bytes.size();) {
        int taken = 0;
        decoded.bytes.append(decodedLine(text.bytes, position, taken)).append('\n');
        decoded.originalLines.append(text.originalLine(line));
        line += taken;
    }
    if (!text.bytes.endsWith('\n'))
        decoded.bytes.chop(1);
    text = decoded;
}

} // namespace rootward::cleaning
