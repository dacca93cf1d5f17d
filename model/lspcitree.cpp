// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lspcitree.h"

#include "hexline.h"
#include "importers.h"
#include "lspciheading.h"

#include <QCoreApplication>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr qsizetype longestLine = 4096;
constexpr qsizetype mostProblems = 100;

QString tr(const char *sentence)
{
    return QCoreApplication::translate("rootward", sentence);
}

bool isFrame(char c)
{
    return c == ' ' || c == '|';
}

} // namespace

/// One line of the drawing and how far it is read.
class LspciTreeReader::Line {
public:
    Line(QByteArrayView text, int number) : m_text(text), m_number(number) { }

    qsizetype column() const { return m_at; }
    int number() const { return m_number; }
    bool atEnd() const { return m_at >= m_text.size(); }
    QByteArrayView rest() const { return m_text.sliced(std::min(m_at, m_text.size())); }
    bool take(char c)
    {
        const bool is = !atEnd() && m_text.at(m_at) == c;
        m_at += is ? 1 : 0;
        return is;
    }
    void takeAll(char c)
    {
        while (take(c)) { }
    }
    void skipFrame()
    {
        while (!atEnd() && isFrame(m_text.at(m_at)))
            ++m_at;
    }
    /// nullopt where no such number stands there.
    std::optional<quint32> hex(qsizetype least, qsizetype most)
    {
        const qsizetype from = m_at;
        while (!atEnd() && m_at - from < most && hexDigit(m_text.at(m_at)) >= 0)
            ++m_at;
        const auto number = hexNumber(m_text.sliced(from, m_at - from), m_at - from);
        if (m_at - from >= least && number)
            return number;
        m_at = from;
        return std::nullopt;
    }

private:
    QByteArrayView m_text;
    int m_number;
    qsizetype m_at = 0;
};

bool isTreeLine(QByteArrayView line)
{
    const auto begin = std::ranges::find_if_not(line, isFrame);
    const QByteArrayView text = line.sliced(begin - line.begin());
    if (text.startsWith("-[") || text.startsWith("-+-["))
        return true;
    if (!text.startsWith("+-") && !text.startsWith("\\-"))
        return false;
    const QByteArrayView rest = text.sliced(2);
    const bool function = rest.size() >= 4 && hexDigit(rest.at(0)) >= 0 && hexDigit(rest.at(1)) >= 0
        && rest.at(2) == '.' && hexDigit(rest.at(3)) >= 0;
    return function || rest.startsWith('[');
}

void LspciTreeReader::note(Reason reason, int line, const QString &argument)
{
    if (m_problems.size() < mostProblems) {
        m_problems.append({.reason = reason,
                           .line = line,
                           .address = std::nullopt,
                           .message = reasonSentence(reason, {argument})});
    }
}

bool LspciTreeReader::addFunction(const Line &line, const Bus &bus, const PciAddress &address)
{
    if (m_functions.size() >= maxCaptureFunctions)
        return false;
    PciFunction function;
    function.address = address;
    function.lines = {line.number(), line.number()};
    function.gap = ReadGap::NotPrinted;
    // "-[02]--" follows a bridge, "  Intel Corporation …" the place of any other.
    if (line.rest().startsWith("  "))
        readHeading(line.rest().trimmed(), function);
    if (bus.bridge)
        m_known.parents.insert(function.address, *bus.bridge);
    m_functions.append(function);
    return true;
}

/// "[0000:00]" of a root bus, "[02]" or "[02-0a]" behind a bridge; `bus` becomes that one.
bool LspciTreeReader::readBus(Line &line, Bus &bus)
{
    if (!line.take('['))
        return false;
    std::optional<quint32> domain;
    auto number = line.hex(2, 8);
    if (number && line.take(':')) {
        domain = number;
        number = line.hex(2, 2);
    }
    const auto last = line.take('-') ? line.hex(2, 2) : number;
    if (!number || *number > 0xff || !last || !line.take(']'))
        return false;
    if (domain) {
        m_domain = *domain;
        bus = {*domain, static_cast<quint8>(*number), {}, true};
        m_known.rootBuses.insert({bus.domain, bus.number});
        return true;
    }
    // The bridge is the function that was read last.
    if (bus.bridge && m_functions.last().address == *bus.bridge)
        m_functions.last().buses =
            BusRange {static_cast<quint8>(*number), static_cast<quint8>(*last)};
    bus = {m_domain, static_cast<quint8>(*number), bus.bridge, true};
    return true;
}

/// What hangs on a branch from here to the end of the line: a bus, or a function and what is
/// behind it.
void LspciTreeReader::readBranch(Line &line, Bus bus, bool ofRoots)
{
    while (!line.atEnd()) {
        if (line.rest().startsWith('[')) {
            if (!readBus(line, bus))
                break;
            ofRoots = false;
            line.takeAll('-');
            if (line.rest().startsWith('+')) {
                m_branches.append({line.column(), bus, false});
                line.take('+');
                line.takeAll('-');
            }
            continue;
        }
        const auto slot = line.hex(2, 2);
        const auto function = slot && line.take('.') ? line.hex(1, 1) : std::nullopt;
        if (!function || ofRoots)
            break;
        const PciAddress address {bus.domain, bus.number, static_cast<quint8>(*slot),
                                  static_cast<quint8>(*function)};
        const bool added = bus.known && address.isRealPlace() && addFunction(line, bus, address);
        if (!added) {
            note(Reason::CaptureBadLine, line.number(),
                 tr("the bus of %1 is not shown, or it is no place on a bus")
                     .arg(u"%1.%2"_s.arg(*slot, 2, 16, QLatin1Char('0')).arg(*function)));
        }
        if (!line.take('-'))
            return; // a leaf, and its name
        if (added)
            m_functions.last().isBridge = true;
        // Below a bridge whose own place is not known its bus is known all the same.
        bus.bridge = added ? std::optional(address) : std::nullopt;
        bus.known = false;
        line.takeAll('-');
    }
    if (line.rest().startsWith("..."))
        note(Reason::CaptureLimit, line.number(), tr("lspci -t cut the line"));
}

bool LspciTreeReader::take(QByteArrayView text, int number)
{
    text = text.first(std::min(text.size(), longestLine));
    if (!isTreeLine(text))
        return false;
    Line line(text, number);
    line.skipFrame();
    const qsizetype column = line.column();
    if (line.take('-')) {
        // Another tree: of another domain, or of another run.
        m_branches.clear();
        const bool several = line.rest().startsWith("+-");
        if (several) {
            m_branches.append({line.column(), {}, true});
            line.take('+');
            line.takeAll('-');
        }
        readBranch(line, {}, true);
        return true;
    }
    while (!m_branches.isEmpty() && m_branches.last().column > column)
        m_branches.removeLast();
    const bool fits = !m_branches.isEmpty() && m_branches.last().column == column;
    line.take('+');
    line.take('\\');
    line.takeAll('-');
    readBranch(line, fits ? m_branches.last().bus : Bus {}, fits && m_branches.last().ofRoots);
    return true;
}

} // namespace rootward
