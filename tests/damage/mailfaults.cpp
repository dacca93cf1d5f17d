// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "faults.h"

#include <algorithm>

namespace rootward::damage {

namespace {

QByteArray mailHeader(const QByteArray &contentType, const QByteArray &encoding)
{
    QByteArray header = "From: Jo Example <jo@example.org>\n"
                        "To: list@example.org\n"
                        "Subject: Re: lspci -vvv of my board\n"
                        "Date: Mon, 5 Feb 2024 10:00:00 +0100\n"
                        "Message-ID: <20240205.1@example.org>\n"
                        "MIME-Version: 1.0\n"
                        "Content-Type: "
        + contentType + '\n';
    if (!encoding.isEmpty())
        header += "Content-Transfer-Encoding: " + encoding + '\n';
    return header + '\n';
}

/// RFC 2045 6.7: lines of at most 76, "=" and what is not plain ASCII as =XX, no blank or tab at
/// the end of a line.
QByteArray quotedPrintable(const QByteArray &bytes)
{
    QByteArray encoded;
    for (const QByteArray &line : bytes.split('\n')) {
        qsizetype column = 0;
        for (qsizetype at = 0; at < line.size(); ++at) {
            const char letter = line.at(at);
            const bool isBlank = letter == ' ' || letter == '\t';
            const bool isPlain = letter >= '!' && letter <= '~' && letter != '=';
            const QByteArray piece = isPlain || (isBlank && at + 1 < line.size())
                ? QByteArray(1, letter)
                : '=' + QByteArray(1, letter).toHex().toUpper();
            if (column + piece.size() > 75) {
                encoded += "=\n";
                column = 0;
            }
            encoded += piece;
            column += piece.size();
        }
        encoded += '\n';
    }
    encoded.chop(1);
    return encoded;
}

QByteArray base64Lines(const QByteArray &bytes)
{
    const QByteArray whole = bytes.toBase64();
    QByteArray lines;
    for (qsizetype at = 0; at < whole.size(); at += 76)
        lines += whole.sliced(at, std::min<qsizetype>(76, whole.size() - at)) + '\n';
    return lines;
}

QByteArray escaped(QByteArray bytes)
{
    return bytes.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
}

QByteArray htmlPage(const QByteArray &body)
{
    return "<html>\n<head>\n<meta http-equiv=\"content-type\" content=\"text/html; "
           "charset=UTF-8\">\n<style>p { margin: 0; } pre > b { color: red; }</style>\n</head>\n"
           "<body>\n<p>Hi,<br>\nhere is what you asked for:</p>\n"
        + body + "</body>\n</html>\n";
}

/// Each line by itself, blanks kept by hand.
QByteArray htmlLines(const QByteArray &bytes, bool inDivisions)
{
    QByteArray body;
    for (QByteArray line : bytes.split('\n')) {
        line = escaped(line);
        line.replace('\t', QByteArray("&nbsp;").repeated(8)).replace("  ", "&nbsp; ");
        if (inDivisions)
            body += "<div>" + (line.isEmpty() ? QByteArray("<br>") : line) + "</div>\n";
        else
            body += line + "<br>\n";
    }
    return body;
}

QByteArray htmlMailOf(const QByteArray &page, Chance &chance)
{
    if (chance.percent(50))
        return mailHeader("text/html; charset=UTF-8", "quoted-printable") + quotedPrintable(page);
    return mailHeader("text/html; charset=UTF-8", "8bit") + page;
}

QByteArray plainPart(const QByteArray &bytes, Chance &chance)
{
    const QByteArray type = "Content-Type: text/plain; charset=\"UTF-8\"\n";
    switch (chance.between(0, 2)) {
    case 0:
        return type + "Content-Transfer-Encoding: quoted-printable\n\n" + quotedPrintable(bytes);
    case 1:
        return type + "Content-Transfer-Encoding: base64\n\n" + base64Lines(bytes);
    default:
        return type + '\n' + bytes;
    }
}

} // namespace

bool entitiesAlone(QByteArray &bytes, Chance &)
{
    const QByteArray before = bytes;
    bytes = escaped(bytes);
    return bytes != before;
}

bool quotedPrintableMail(QByteArray &bytes, Chance &)
{
    bytes = mailHeader("text/plain; charset=utf-8", "quoted-printable") + quotedPrintable(bytes);
    return true;
}

bool quotedPrintableAlone(QByteArray &bytes, Chance &)
{
    const QByteArray before = bytes;
    bytes = quotedPrintable(bytes);
    return bytes != before;
}

bool base64Mail(QByteArray &bytes, Chance &)
{
    bytes = mailHeader("text/plain; charset=utf-8", "base64") + base64Lines(bytes);
    return true;
}

bool htmlMail(QByteArray &bytes, Chance &chance)
{
    bytes = htmlMailOf(htmlPage("<pre>" + escaped(bytes) + "</pre>\n"), chance);
    return true;
}

bool htmlLinesMail(QByteArray &bytes, Chance &chance)
{
    bytes = htmlMailOf(htmlPage(htmlLines(bytes, chance.percent(50))), chance);
    return true;
}

bool alternativesMail(QByteArray &bytes, Chance &chance)
{
    const QByteArray boundary = "000000000000a1b2c3";
    const QByteArray page = htmlPage(htmlLines(bytes, true));
    bytes = mailHeader("multipart/alternative; boundary=\"" + boundary + '"', {}) + "--" + boundary
        + '\n' + plainPart(bytes, chance) + "\n--" + boundary
        + "\nContent-Type: text/html; charset=\"UTF-8\"\n"
          "Content-Transfer-Encoding: quoted-printable\n\n"
        + quotedPrintable(page) + "\n--" + boundary + "--\n";
    return true;
}

bool attachmentMail(QByteArray &bytes, Chance &)
{
    const QByteArray boundary = "------------Kw7dXy2s";
    bytes = mailHeader("multipart/mixed;\n boundary=\"" + boundary + '"', {})
        + "This is a multi-part message in MIME format.\n--" + boundary
        + "\nContent-Type: text/plain; charset=UTF-8\n\nHi,\n\nsee the file.\n\n--" + boundary
        + "\nContent-Type: text/plain; charset=UTF-8; name=\"lspci.txt\"\n"
          "Content-Disposition: attachment; filename=\"lspci.txt\"\n"
          "Content-Transfer-Encoding: base64\n\n"
        + base64Lines(bytes) + "\n--" + boundary + "--\n";
    return true;
}

bool sentFormEndsEarly(QByteArray &bytes, Chance &chance)
{
    bytes.truncate(bytes.size() * chance.between(40, 99) / 100 + chance.between(0, 20));
    return true;
}

} // namespace rootward::damage
