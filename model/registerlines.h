// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "registers.h"

#include <QByteArrayView>

namespace rootward {

/// The lines of a capture's text that show one register of a function: lspci's words for it, else
/// the row of the hex dump that holds its bytes. `function` says where the function stands;
/// where neither is found there, that is the answer.
SourceLines registerLines(QByteArrayView text, const SourceLines &function,
                          const FunctionRegister &shown);

} // namespace rootward
