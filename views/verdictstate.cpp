// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "verdictstate.h"

namespace rootward {

HopState hopState(EntryVerdict verdict)
{
    switch (verdict) {
    case EntryVerdict::Offered:
        return HopState::Carries;
    case EntryVerdict::NotOffered:
    case EntryVerdict::Invalid:
        return HopState::Blocks;
    case EntryVerdict::Unproven:
        return HopState::Unproven;
    case EntryVerdict::Inconclusive:
        break;
    }
    return HopState::Unknown;
}

HopState hopState(PathVerdict verdict)
{
    switch (verdict) {
    case PathVerdict::Pass:
        return HopState::Carries;
    case PathVerdict::Fail:
        return HopState::Blocks;
    case PathVerdict::Unproven:
        return HopState::Unproven;
    case PathVerdict::Unknown:
        break;
    }
    return HopState::Unknown;
}

HopState hopState(Answer answer)
{
    switch (answer) {
    case Answer::Yes:
        return HopState::Carries;
    case Answer::No:
        return HopState::Blocks;
    case Answer::Unknown:
        break;
    }
    return HopState::Unknown;
}

HopState hopState(DriverResult result)
{
    switch (result) {
    case DriverResult::Available:
        return HopState::Carries;
    case DriverResult::Unavailable:
    case DriverResult::Absent:
        return HopState::Blocks;
    case DriverResult::Unproven:
        return HopState::Unproven;
    case DriverResult::NotApplicable:
        return HopState::NotAsked;
    case DriverResult::Unknown:
        break;
    }
    return HopState::Unknown;
}

HopState hopState(const std::optional<PerWidth<Answer>> &answers, Width width)
{
    return answers ? hopState((*answers)[width]) : HopState::NotAsked;
}

HopState hopState(const PerWidth<Answer> &answers)
{
    if (answers.w32 == Answer::No || answers.w64 == Answer::No)
        return HopState::Blocks;
    return answers.w32 == Answer::Yes && answers.w64 == Answer::Yes ? HopState::Carries
                                                                    : HopState::Unknown;
}

} // namespace rootward
