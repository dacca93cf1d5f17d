// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QtTypes>

#include <ctime>

/// Tells what only the square of an input takes from what a busy machine takes: it counts the
/// processor's time for this process alone, from where it is made.
class ProcessorTimer {
public:
    qint64 elapsed() const ///< milliseconds
    {
        return static_cast<qint64>(std::clock() - m_start) * 1000 / CLOCKS_PER_SEC;
    }

private:
    std::clock_t m_start = std::clock();
};
