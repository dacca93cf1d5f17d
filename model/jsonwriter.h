// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"

#include <QString>
#include <QStringList>

#include <concepts>
#include <optional>
#include <string>

class QIODevice;

namespace rootward {

/// Writes JSON as it comes: members keep the order in which they are written, and a host of many
/// thousand functions needs no tree of values first. Indented by two blanks; ends with a line feed.
///
/// The caller keeps begin and end in pairs and writes a key before each member.
class JsonWriter {
public:
    explicit JsonWriter(QIODevice &device);
    ~JsonWriter(); ///< writes what is left
    Q_DISABLE_COPY_MOVE(JsonWriter)

    class Scope; ///< ends its object or array

    [[nodiscard]] Scope object();
    [[nodiscard]] Scope object(QLatin1StringView key);
    [[nodiscard]] Scope array(QLatin1StringView key);

    void null();
    void value(bool value);
    void value(std::integral auto number) { writeNumber(std::to_string(number)); }
    void value(double number);
    void value(QLatin1StringView text);
    void value(const QString &text);
    void value(const PciAddress &address) { value(address.toString()); }
    void value(const QStringList &texts);
    template<typename T>
    void value(const std::optional<T> &maybe)
    {
        if (maybe)
            value(*maybe);
        else
            null();
    }

    template<typename T>
    void member(QLatin1StringView key, const T &content)
    {
        writeKey(key);
        value(content);
    }
    /// null where the text is empty.
    void memberOrNull(QLatin1StringView key, const QString &text);

private:
    void begin(char bracket);
    void end(char bracket);
    void separate();
    void writeKey(QLatin1StringView key);
    void writeNumber(std::string_view digits);
    void writeText(QStringView text);
    qsizetype writeSpecial(QStringView text);
    void newLine();

    void flush();

    QIODevice &m_device;
    std::string m_bytes;
    int m_depth = 0;
    bool m_first = true; ///< nothing stands in the innermost object or array yet
    bool m_afterKey = false;
};

class JsonWriter::Scope {
public:
    Scope(JsonWriter &writer, char bracket) : m_writer(writer), m_bracket(bracket) { }
    ~Scope() { m_writer.end(m_bracket); }
    Q_DISABLE_COPY_MOVE(Scope)

private:
    JsonWriter &m_writer;
    char m_bracket;
};

} // namespace rootward
