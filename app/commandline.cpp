// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "commandline.h"

#include "examples.h"
#include "exporters.h"

#include <QCommandLineParser>
#include <QCoreApplication>

#include <span>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

using Command = CommandLine::Command;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(commandline)
};

std::unexpected<Error> usage(const QString &what, const QString &where = {})
{
    return std::unexpected(
        Error {Error::Kind::Usage, what, where, Text::tr("see rootward --help")});
}

Result<void> oneOf(const QString &option, const QString &value, const QStringList &allowed)
{
    if (allowed.contains(value))
        return {};
    return usage(Text::tr("takes one of %1, not \"%2\"").arg(allowed.join(u", "_s), value), option);
}

Result<KernelVersion> kernel(const QString &option, const QString &value)
{
    if (const auto version = KernelVersion::parse(value))
        return *version;
    return usage(Text::tr("takes a version, old, new or unknown, not \"%1\"").arg(value), option);
}

/// N of "hostpciN"; nullopt for anything else.
std::optional<int> entryIndex(QStringView key)
{
    if (!key.startsWith(u"hostpci"))
        return std::nullopt;
    const QStringView digits = key.sliced(7);
    const int index = digits.toInt();
    const bool plain = QString::number(index) == digits;
    return plain && index >= 0 && index < maxHostpciEntries ? std::optional(index) : std::nullopt;
}

/// "hostpciN=VALUE"
Result<PlanEntry> entry(const QString &value)
{
    const qsizetype equals = value.indexOf(u'=');
    const auto index = equals > 0 ? entryIndex(QStringView(value).first(equals)) : std::nullopt;
    if (index)
        return PlanEntry {*index, value.mid(equals + 1)};
    return usage(Text::tr("takes hostpciN=VALUE with N from 0 to 15, not \"%1\"").arg(value),
                 u"--set"_s);
}

/// "NAME" for every entry, or "hostpciN=NAME".
Result<void> readDriver(CommandLine &line, const QString &name, const QString &value)
{
    const qsizetype equals = value.indexOf(u'=');
    const auto index =
        equals < 0 ? std::optional(-1) : entryIndex(QStringView(value).first(equals));
    if (!index)
        return usage(Text::tr("takes NAME or hostpciN=NAME, not \"%1\"").arg(value), name);
    const QString driver = value.mid(equals + 1);
    line.drivers.insert(*index, driver);
    return oneOf(name, driver, guestDriverNames());
}

QStringList exporterIds()
{
    QStringList ids;
    for (const ExportFormat &format : exportFormats())
        ids += QString::fromLatin1(format.id);
    return ids;
}

/// One option: for which commands it is, and what it does to the result.
struct Option {
    QCommandLineOption option;
    QList<Command> commands;
    Result<void> (*apply)(CommandLine &line, const QString &name, const QStringList &values);
};

const QList<Command> planCommands {Command::Plan, Command::Export, Command::Verify};
const QList<Command> allCommands {Command::Window, Command::Tree, Command::Plan, Command::Export,
                                  Command::Verify};

QList<Option> planOptions()
{
    return {
        {{u"vm"_s,
          Text::tr("The VM to plan for: a Proxmox VM configuration, a libvirt domain, a QEMU "
                   "command line, or a Proxmox report with several (see --vmid); repeatable: "
                   "other VMs that may want the same cards."),
          u"FILE"_s},
         {Command::Window, Command::Plan, Command::Export, Command::Verify},
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.vmFiles = values;
             return {};
         }},
        {{u"mapping"_s, Text::tr("The cluster's PCI mappings, pci.cfg."), u"FILE"_s},
         planCommands,
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.mappingFile = values.constLast();
             return {};
         }},
        {{u"node"_s, Text::tr("The node that the VM runs on, for its mappings."), u"NAME"_s},
         planCommands,
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.node = values.constLast();
             return {};
         }},
        {{u"driver"_s,
          Text::tr("Driver in the guest instead of the device's own: %1; repeatable.")
              .arg(guestDriverNames().join(u", "_s)),
          u"[hostpciN=]NAME"_s},
         planCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             for (const QString &value : values) {
                 if (const auto read = readDriver(line, name, value); !read)
                     return read;
             }
             return {};
         }},
        {{u"set"_s, Text::tr("One line of the plan, over --vm; repeatable."), u"hostpciN=VALUE"_s},
         planCommands,
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             for (const QString &value : values) {
                 const Result<PlanEntry> read = entry(value);
                 if (!read)
                     return std::unexpected(read.error());
                 line.entries += *read;
             }
             return {};
         }},
        {{u"machine"_s, Text::tr("Machine type: q35, pc, pc-q35-9.2 …"), u"STR"_s},
         planCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             const auto machine = MachineProperty::parse(values.constLast());
             if (!machine)
                 return usage(machine.error().what, name);
             line.machine = *machine;
             return {};
         }},
        {{u"vmid"_s, Text::tr("Number of the VM; of several the one to plan for."), u"N"_s},
         planCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             bool isNumber = false;
             line.vmid = values.constLast().toInt(&isNumber);
             if (!isNumber || *line.vmid < 1)
                 return usage(Text::tr("takes a number, not \"%1\"").arg(values.constLast()), name);
             return {};
         }},
        {{u"qemu"_s, Text::tr("QEMU version; default: the newest one checked."), u"VERSION"_s},
         planCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.qemu = QemuVersion::parse(values.constLast());
             if (!line.qemu)
                 return usage(
                     Text::tr("takes a version such as 11.0, not \"%1\"").arg(values.constLast()),
                     name);
             return {};
         }},
        {{u"guest-kernel"_s, Text::tr("Kernel of the guest: version, old, new or unknown."),
          u"K"_s},
         planCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             const auto read = kernel(name, values.constLast());
             if (!read)
                 return std::unexpected(read.error());
             line.guestKernel = *read;
             return {};
         }},
    };
}

QList<Option> pictureOptions()
{
    return {
        {{u"as"_s, Text::tr("What to export: %1.").arg(exporterIds().join(u", "_s)), u"FORMAT"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.exportAs = values.constLast();
             return oneOf(name, line.exportAs, exporterIds());
         }},
        {{{u"o"_s, u"output"_s},
          Text::tr("File to write; default, and -: standard output."),
          u"FILE"_s},
         {Command::Export},
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.output = values.constLast() == u"-" ? QString() : values.constLast();
             return {};
         }},
        {{u"unfold"_s, Text::tr("What a picture unfolds: auto or all."), u"HOW"_s, u"auto"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.unfoldAll = values.constLast() == u"all";
             return oneOf(name, values.constLast(), {u"auto"_s, u"all"_s});
         }},
        {{u"scale"_s, Text::tr("Size of a PNG: 1, 2 or 3."), u"N"_s, u"1"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.scale = values.constLast().toInt();
             return oneOf(name, values.constLast(), {u"1"_s, u"2"_s, u"3"_s});
         }},
        {{u"form"_s,
          Text::tr("Functions of each card in libvirt and qemu: planned, one, all or separate."),
          u"FORM"_s, u"planned"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             const QStringList forms {u"planned"_s, u"one"_s, u"all"_s, u"separate"_s};
             line.form = static_cast<ExportForm>(qMax(0, forms.indexOf(values.constLast())));
             return oneOf(name, values.constLast(), forms);
         }},
        {{u"redact"_s,
          Text::tr("Whether names are left out: on or off; default: on for reports and pictures."),
          u"HOW"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.redact = values.constLast() == u"on";
             return oneOf(name, values.constLast(), {u"on"_s, u"off"_s});
         }},
        {{u"theme"_s, Text::tr("Colours of a picture: light or dark."), u"THEME"_s, u"light"_s},
         {Command::Export},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.dark = values.constLast() == u"dark";
             return oneOf(name, values.constLast(), {u"light"_s, u"dark"_s});
         }},
    };
}

QList<Option> optionTable()
{
    QList<Option> options {
        {{u"also"_s, Text::tr("Another file of the same host, which completes HOST; repeatable."),
          u"FILE"_s},
         allCommands,
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.open.also = values;
             return {};
         }},
        {{u"which"_s, Text::tr("Which of several hosts or boots in HOST, counted from 1."), u"N"_s},
         allCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.open.which = values.constLast().toInt();
             if (line.open.which < 1)
                 return usage(Text::tr("takes a number from 1, not \"%1\"").arg(values.constLast()),
                              name);
             return {};
         }},
        {{u"host-kernel"_s, Text::tr("Kernel of the host: version, old, new or unknown."), u"K"_s},
         {Command::Tree, Command::Plan, Command::Export, Command::Verify},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             const auto read = kernel(name, values.constLast());
             if (!read)
                 return std::unexpected(read.error());
             line.hostKernel = *read;
             return {};
         }},
        {{u"format"_s, Text::tr("Form of the output: text or json (tree: also dot)."), u"FORMAT"_s,
          u"text"_s},
         {Command::Tree, Command::Plan, Command::Verify},
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.format = values.constLast();
             return oneOf(name, line.format,
                          line.command == Command::Tree
                              ? QStringList {u"text"_s, u"json"_s, u"dot"_s}
                              : QStringList {u"text"_s, u"json"_s});
         }},
        {{u"guest"_s, Text::tr("What lspci -vvv -nn prints in the guest; - is standard input."),
          u"FILE"_s},
         {Command::Verify},
         [](CommandLine &line, const QString &, const QStringList &values) -> Result<void> {
             line.guest = values.constLast();
             return {};
         }},
        {{u"lang"_s, Text::tr("Language of messages: en."), u"XX"_s},
         allCommands,
         [](CommandLine &line, const QString &name, const QStringList &values) -> Result<void> {
             line.language = values.constLast();
             return oneOf(name, line.language, {u"en"_s});
         }},
    };
    return options + planOptions() + pictureOptions();
}

struct CommandRow {
    const char *word;
    Command command;
    const char *synopsis;
};

constexpr CommandRow commandTable[] {
    {"tree", Command::Tree,
     QT_TRANSLATE_NOOP("commandline", "print the host's PCIe tree with AtomicOps")},
    {"plan", Command::Plan,
     QT_TRANSLATE_NOOP("commandline", "tell what a VM's hostpci lines lead to")},
    {"export", Command::Export,
     QT_TRANSLATE_NOOP("commandline", "write the lines or the picture of a plan")},
    {"verify", Command::Verify,
     QT_TRANSLATE_NOOP("commandline", "compare a plan with its guest's own lspci")},
};

QString composeHelp(const QCommandLineParser &parser)
{
    QString text = Text::tr("Usage: rootward [HOST]            open the window\n"
                            "       rootward COMMAND [HOST] [OPTION]...\n\n"
                            "HOST is a file with the output of lspci, an archive or a folder with "
                            "/sys/bus/pci/devices,\n- for standard input, live: for this machine, "
                            "or example:NAME.\n\nCommands:\n");
    for (const CommandRow &row : commandTable)
        text += u"  %1 %2\n"_s.arg(QLatin1StringView(row.word), -8).arg(Text::tr(row.synopsis));
    text += u'\n' + Text::tr("Examples:") + u'\n';
    for (const Example &example : exampleTable())
        text += u"  example:%1 %2\n"_s.arg(QLatin1StringView(example.name), -20)
                    .arg(Text::tr(example.title));
    const QString all = parser.helpText();
    text += u'\n' + all.mid(all.indexOf(u"Options:"_s));
    return text + u'\n'
        + Text::tr("To capture a host, on the host: sudo lspci -vvv -nn -xxxx > host.txt") + u'\n'
        + Text::tr("Exit status of plan: 0 AtomicOps are offered, 1 an entry is not offered or "
                   "invalid, 2 not known or unproven; of verify also 1 contradicted, 2 not shown.")
        + u'\n';
}

Result<void> applyOptions(CommandLine &line, const QCommandLineParser &parser,
                          const QList<Option> &options)
{
    for (const Option &option : options) {
        if (!parser.isSet(option.option))
            continue;
        const QString name = u"--"_s + option.option.names().constLast();
        if (!option.commands.contains(line.command))
            return usage(Text::tr("does not go with this command"), name);
        if (parser.values(option.option).contains(QString()) && name != u"--machine")
            return usage(Text::tr("needs a value"), name);
        if (const auto done = option.apply(line, name, parser.values(option.option)); !done)
            return done;
    }
    return {};
}

/// Options that say something of another format would be passed over in silence.
Result<void> checkFormat(const CommandLine &line)
{
    const ExportFormat *format = findExportFormat(line.exportAs);
    const QString mismatch = Text::tr("does not go with --as %1").arg(line.exportAs);
    if (line.form != ExportForm::AsPlanned && !format->hasForms)
        return usage(mismatch, u"--form"_s);
    if (line.scale != 1 && line.exportAs != u"png")
        return usage(mismatch, u"--scale"_s);
    if (line.unfoldAll && !format->isPicture())
        return usage(mismatch, u"--unfold"_s);
    if (line.dark && !format->isPicture())
        return usage(mismatch, u"--theme"_s);
    return {};
}

Result<void> checkWhole(const CommandLine &line)
{
    if (line.command == Command::Window && line.host.isEmpty() && !line.vmFiles.isEmpty())
        return usage(Text::tr("goes with a HOST"), u"--vm"_s);
    if (line.host.isEmpty() && !line.open.also.isEmpty())
        return usage(Text::tr("goes with a HOST"), u"--also"_s);
    if (line.host.isEmpty() && line.open.which > 0)
        return usage(Text::tr("goes with a HOST"), u"--which"_s);
    if (line.command == Command::Tree && line.host.isEmpty())
        return usage(Text::tr("tree needs a HOST"));
    if (line.command == Command::Export && line.exportAs.isEmpty())
        return usage(Text::tr("export needs --as FORMAT"));
    if (line.command == Command::Export)
        return checkFormat(line);
    if (line.command == Command::Verify && line.host.isEmpty())
        return usage(Text::tr("verify needs a HOST"));
    if (line.command == Command::Verify && line.guest.isEmpty())
        return usage(Text::tr("verify needs --guest FILE"));
    if (line.guest == u"-" && line.host == u"-")
        return usage(Text::tr("standard input is one of HOST and guest"), u"--guest"_s);
    return {};
}

} // namespace

bool CommandLine::drawsSomething() const
{
    const ExportFormat *known = findExportFormat(exportAs);
    return command == Command::Window
        || (command == Command::Export && known && known->isPicture());
}

Result<CommandLine> CommandLine::parse(const QStringList &arguments)
{
    CommandLine line;
    QStringList words = arguments;
    if (words.size() > 1) {
        for (const CommandRow &row : commandTable) {
            if (words.at(1) == QLatin1StringView(row.word)) {
                line.command = row.command;
                words.removeAt(1);
                break;
            }
        }
    }

    QCommandLineParser parser;
    parser.addPositionalArgument(u"HOST"_s, Text::tr("The host to show."));
    const QCommandLineOption help({u"h"_s, u"help"_s}, Text::tr("Show this help."));
    const QCommandLineOption version({u"v"_s, u"version"_s}, Text::tr("Show the version."));
    parser.addOptions({help, version});
    const QList<Option> options = optionTable();
    for (const Option &option : options)
        parser.addOption(option.option);

    if (!parser.parse(words))
        return usage(parser.errorText());
    if (parser.isSet(help) || parser.isSet(version)) {
        line.command = parser.isSet(help) ? Command::Help : Command::Version;
        line.helpText = composeHelp(parser);
        return line;
    }
    const QStringList hosts = parser.positionalArguments();
    if (hosts.size() > 1)
        return usage(Text::tr("one HOST only, not also \"%1\"").arg(hosts.at(1)));
    line.host = hosts.value(0);
    if (const auto done = applyOptions(line, parser, options); !done)
        return std::unexpected(done.error());
    if (const auto done = checkWhole(line); !done)
        return std::unexpected(done.error());
    return line;
}

} // namespace rootward
