// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "qemutext.h"

#include "qemushell.h"
#include "shellwords.h"
#include "wordlist.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <optional>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

/// What Proxmox's --pretty makes of " -", also within quotes.
constexpr auto prettyBreak = " \\\n  -"_L1;

// By these a command is known to be QEMU's.
constexpr QLatin1StringView ownOptions[] = {
    "M"_L1,   "accel"_L1, "boot"_L1,    "cdrom"_L1,  "cpu"_L1,        "device"_L1,     "drive"_L1,
    "hda"_L1, "m"_L1,     "machine"_L1, "netdev"_L1, "nodefaults"_L1, "readconfig"_L1, "smp"_L1,
};
// These take no value, so what follows is a word of its own.
constexpr QLatin1StringView bareOptions[] = {
    "S"_L1,
    "daemonize"_L1,
    "enable-kvm"_L1,
    "full-screen"_L1,
    "mem-prealloc"_L1,
    "no-acpi"_L1,
    "no-fd-bootchk"_L1,
    "no-hpet"_L1,
    "no-reboot"_L1,
    "no-shutdown"_L1,
    "no-user-config"_L1,
    "nodefaults"_L1,
    "nographic"_L1,
    "only-migratable"_L1,
    "preconfig"_L1,
    "s"_L1,
    "snapshot"_L1,
    "usb"_L1,
    "win2k-hack"_L1,
};
// Lines that begin with these may stand without a command around them.
constexpr QLatin1StringView looseOptions[] = {"M"_L1, "device"_L1, "machine"_L1, "readconfig"_L1};

struct Score {
    static constexpr int command = 80;
    static constexpr int broken = 60;
    static constexpr int loose = 50;
    static constexpr int commented = 15; ///< less than a configuration with such a note
};

bool isLetter(QChar c)
{
    return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z');
}

/// "-device" and "--device" give "device"; empty where the word is no option.
QStringView optionName(QStringView word)
{
    const qsizetype start = word.startsWith("--"_L1) ? 2 : word.startsWith(u'-') ? 1 : 0;
    return start > 0 && word.size() > start && isLetter(word[start]) ? word.sliced(start)
                                                                     : QStringView();
}

/// "/usr/bin/kvm", "qemu-system-x86_64".
bool isProgram(QStringView word)
{
    const QStringView name = word.sliced(word.lastIndexOf(u'/') + 1);
    return name == "kvm"_L1 || name == "qemu"_L1 || name.startsWith("qemu-kvm"_L1)
        || name.startsWith("qemu-system-"_L1);
}

bool isBoundary(QChar c)
{
    return c.isSpace() || c == u'\'' || c == u'"' || c == u'`' || c == u'(';
}

/// ">log", "2>": what the shell keeps for itself.
bool isRedirection(QStringView word)
{
    while (!word.isEmpty() && ((word[0] >= u'0' && word[0] <= u'9') || word[0] == u'&'))
        word = word.sliced(1);
    return word.startsWith(u'>') || word.startsWith(u'<');
}

/// What of "$(nproc" and "`nproc" is still to come.
class Substitution {
public:
    /// Whether the word belongs to one that an earlier word opened.
    bool takes(QStringView word)
    {
        const bool inside = isOpen();
        if (m_depth > 0 || word.contains("$("_L1))
            m_depth += word.count(u'(') - word.count(u')');
        m_ticked = m_ticked != (word.count(u'`') % 2 == 1);
        return inside;
    }
    bool isOpen() const { return m_depth > 0 || m_ticked; }

private:
    qsizetype m_depth = 0;
    bool m_ticked = false;
};

bool passesCard(const QemuText &command)
{
    return std::ranges::any_of(command.options, [](const QemuOption &option) {
        return option.name == "device"_L1 && option.value.contains("vfio-pci"_L1);
    });
}

class Finder {
public:
    explicit Finder(QStringView text) : m_text(text) { }

    void run();

    std::optional<FoundCommand> found;
    int rank = -1; ///< of what was found
    QemuText loose; ///< options that stand outside any command
    std::optional<Error> broken; ///< the first
    bool brokenCommand = false;

private:
    struct Word {
        qsizetype start = 0;
        qsizetype end = 0;
    };
    void searchLine();
    std::optional<Word> programIn(qsizetype from, qsizetype lineEnd) const;
    void readCommand(const Word &program, bool commented);
    void readLoose(qsizetype from);
    bool readOptions(ShellWords &words, QemuText &command, bool oneLine);
    bool nextLine(ShellWords &words, QemuText &command, bool argumentLines);
    void take(QemuText &command, const ShellToken &word);
    void goTo(qsizetype position);

    QStringView m_text;
    qsizetype m_at = 0;
    QString m_previous; ///< word of the command
    int m_line = 1;
    qsizetype m_lineStart = 0;
    qsizetype m_lineEnd = -1;
};

void Finder::goTo(qsizetype position)
{
    for (; m_at < position; ++m_at) {
        if (m_text[m_at] == u'\n') {
            ++m_line;
            m_lineStart = m_at + 1;
        }
    }
}

/// A name of a program that is not the value of an option: "-accel kvm".
std::optional<Finder::Word> Finder::programIn(qsizetype from, qsizetype lineEnd) const
{
    bool afterOption = false;
    for (qsizetype at = from; at < lineEnd;) {
        if (isBoundary(m_text[at])) {
            ++at;
            continue;
        }
        const qsizetype start = at;
        while (at < lineEnd && !isBoundary(m_text[at]))
            ++at;
        const QStringView word = m_text.sliced(start, at - start);
        const bool bare = !word.contains(u'/') && !word.startsWith("qemu-system-"_L1);
        if (isProgram(word) && !(bare && afterOption))
            return Word {start, at};
        afterOption = !optionName(word).isEmpty();
    }
    return std::nullopt;
}

void Finder::take(QemuText &command, const ShellToken &word)
{
    const QStringView name = optionName(word.text);
    const bool replaced = hasShellVariable(word.text);
    const bool isValue = name.isEmpty() && !command.options.isEmpty()
        && command.options.last().value.isEmpty()
        && !(replaced && isOneOf(command.options.last().name, bareOptions));
    const bool redirected = isRedirection(word.text) || isRedirection(m_previous);
    m_previous = word.text;
    if (replaced && !isValue) {
        if (!redirected)
            command.replaced.append({{}, word.text, word.line});
        return;
    }
    if (!name.isEmpty()) {
        command.options.append({name.toString(), {}, word.line});
        return;
    }
    if (!isValue)
        return;
    QemuOption &option = command.options.last();
    // What ps and libvirt's log print has no quotes around JSON, so those within are the value's.
    option.value = word.written.startsWith(u'{') ? word.written.toString() : word.text;
    option.value.replace(prettyBreak, " -"_L1);
    option.line = word.line;
}

/// After a line's end: true where the next one goes on with the command.
bool Finder::nextLine(ShellWords &words, QemuText &command, bool argumentLines)
{
    const QStringView rest = words.restOfLine().trimmed();
    if (!optionName(rest).isEmpty())
        return true;
    // One argument a line, as from /proc/PID/cmdline: the value as it is, without a shell's quotes.
    const bool value = argumentLines && !rest.isEmpty() && !command.options.isEmpty()
        && command.options.last().value.isEmpty();
    if (!value)
        return false;
    command.options.last().value = rest.toString();
    command.options.last().line = words.line();
    words.skipLine();
    return !optionName(words.restOfLine().trimmed()).isEmpty();
}

/// False at a broken quote.
bool Finder::readOptions(ShellWords &words, QemuText &command, bool oneLine)
{
    bool argumentLines = false;
    m_previous.clear();
    Substitution substitution;
    for (bool first = true;; first = false) {
        const auto token = words.next();
        if (!token) {
            if (!broken)
                broken = token.error();
            return false;
        }
        if (substitution.isOpen()) {
            // Where it never ends, what was taken for its own may be options.
            if (token->kind == ShellToken::Kind::LineEnd || token->kind == ShellToken::Kind::End) {
                command.replaced.append({{}, u"$("_s, token->line});
                return true;
            }
            if (token->kind == ShellToken::Kind::Word)
                substitution.takes(token->written);
            continue;
        }
        switch (token->kind) {
        case ShellToken::Kind::Word:
            if (first && optionName(token->text).isEmpty() && !hasShellVariable(token->text))
                return true;
            substitution.takes(token->written);
            take(command, *token);
            break;
        case ShellToken::Kind::LineEnd:
            argumentLines = argumentLines || first;
            if (oneLine || !nextLine(words, command, argumentLines))
                return true;
            break;
        case ShellToken::Kind::Operator:
        case ShellToken::Kind::End:
            return true;
        }
    }
}

bool hasOwnOption(const QemuText &command)
{
    return std::ranges::any_of(
        command.options, [](const QemuOption &option) { return isOneOf(option.name, ownOptions); });
}

void Finder::readCommand(const Word &program, bool commented)
{
    QemuText command;
    command.program = m_text.sliced(program.start, program.end - program.start).toString();
    command.line = m_line;
    const bool quoted = program.start > m_lineStart && program.end < m_text.size()
        && m_text[program.end] == m_text[program.start - 1] && !m_text[program.end].isSpace();
    const qsizetype from = program.end + (quoted ? 1 : 0);
    ShellWords words(m_text, from, m_line, static_cast<int>(from - m_lineStart) + 1);
    const bool whole = readOptions(words, command, false);
    const bool known = hasOwnOption(command);
    brokenCommand = brokenCommand || (!whole && known);
    const qsizetype read = whole ? words.position() : words.quotePosition() + 1;
    goTo(command.options.isEmpty() ? program.end : qMax(program.end, read));
    if (!whole || !known)
        return;
    const int mine = (passesCard(command) ? 2 : 0) + (commented ? 0 : 1);
    const int count = found ? found->count + 1 : 1;
    if (mine >= rank) {
        found = FoundCommand {command, count};
        rank = mine;
    } else {
        found->count = count;
    }
}

void Finder::readLoose(qsizetype from)
{
    if (loose.options.isEmpty())
        loose.line = m_line;
    ShellWords words(m_text, from, m_line, static_cast<int>(from - m_lineStart) + 1);
    const bool whole = readOptions(words, loose, true);
    goTo(qMax(from + 1, whole ? words.position() : words.quotePosition() + 1));
}

/// From where the search stands to the line's end.
void Finder::searchLine()
{
    if (m_at > m_lineEnd || m_lineEnd < 0) {
        const qsizetype end = m_text.indexOf(u'\n', m_at);
        m_lineEnd = end < 0 ? m_text.size() : end;
    }
    const qsizetype end = m_lineEnd;
    const QStringView rest = m_text.sliced(m_at, end - m_at);
    const QStringView text = rest.trimmed();
    if (const auto program = programIn(m_at, end)) {
        const bool commented =
            m_text.sliced(m_lineStart, program->end - m_lineStart).trimmed().startsWith(u'#');
        readCommand(*program, commented);
        return;
    }
    const qsizetype blank = text.indexOf(u' ');
    const QStringView name = optionName(blank < 0 ? text : text.first(blank));
    if (m_at == m_lineStart && isOneOf(name, looseOptions))
        readLoose(m_at + rest.indexOf(u'-'));
    else
        goTo(qMin(end + 1, m_text.size()));
}

void Finder::run()
{
    while (m_at < m_text.size())
        searchLine();
}

/// Without the line ends of Windows, which a backslash would not join.
QString withUnixLineEnds(QString text)
{
    return text.contains("\r\n"_L1) ? text.replace("\r\n"_L1, "\n"_L1) : text;
}

} // namespace

Result<FoundCommand> findQemuCommands(const QString &text)
{
    const QString lines = withUnixLineEnds(text);
    Finder finder(lines);
    finder.run();
    if (finder.found)
        return *finder.found;
    if (finder.broken && (finder.brokenCommand || !finder.loose.options.isEmpty()))
        return std::unexpected(*finder.broken);
    if (!finder.loose.options.isEmpty())
        return FoundCommand {finder.loose, 1};
    return std::unexpected(
        Error {Error::Kind::BadData,
               QCoreApplication::translate("rootward", "this holds no QEMU command"),
               {},
               QCoreApplication::translate(
                   "rootward", "give the whole command, as ps -ww or qm showcmd prints it")});
}

QString optionPlace(int line, const QString &written)
{
    return QCoreApplication::translate("rootward", "line %1, %2")
        .arg(QString::number(line), written);
}

int qemuTextScore(const QString &head)
{
    const QString lines = withUnixLineEnds(head);
    Finder finder(lines);
    finder.run();
    if (finder.found)
        return finder.rank % 2 == 1 ? Score::command : Score::commented;
    if (finder.brokenCommand)
        return Score::broken;
    return finder.loose.options.isEmpty() ? 0 : Score::loose;
}

} // namespace rootward
