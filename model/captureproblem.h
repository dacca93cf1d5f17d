// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "outcome.h"
#include "pciaddress.h"

#include <QString>

#include <optional>

namespace rootward {

/// Something in a capture that was not read, or read otherwise than it stands there. The rest of
/// the capture is kept.
struct CaptureProblem {
    enum class Severity { Info, Warning, Error };

    Severity severity = Severity::Warning;
    Reason reason = Reason::CaptureBadLine; ///< one of the capture.* reasons
    int line = 0; ///< counted from 1; 0: the capture as a whole
    int source = 0; ///< of the capture's sources, from 0
    std::optional<PciAddress> address;
    QString message; ///< one sentence, plain text; may quote the capture

    friend bool operator==(const CaptureProblem &, const CaptureProblem &) = default;
};

} // namespace rootward
