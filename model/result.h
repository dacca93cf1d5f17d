// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <expected>

namespace rootward {

/// Why something could not be done at all. The kinds follow sysexits(3); the command line turns
/// them into its exit status, the window into its message bar.
struct Error {
    enum class Kind {
        Usage = 64, ///< the words of the call are wrong
        BadData = 65, ///< the input is there but cannot be read as anything known
        NoInput = 66, ///< the input is not there or may not be opened
        Unavailable = 69, ///< a helper program or a right is missing
        CannotWrite = 73, ///< the output cannot be written
        Cancelled = 75, ///< the user asked to stop
    };

    Kind kind = Kind::BadData;
    QString what; ///< one sentence without a full stop at the end
    QString where; ///< file, option or line; may be empty
    QString hint; ///< what to do instead; may be empty
    QStringList choices = {}; ///< where one of several must be picked: each in words

    /// "where: what (hint)", plain text on one line.
    QString toString() const;

    friend bool operator==(const Error &, const Error &) = default;
};

template<typename T>
using Result = std::expected<T, Error>;

} // namespace rootward
