// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "vfiocompleter.h"

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Cause {
    Answer answer;
    Reason reason;
};

/// The index of the function that vfio asks about; -1 where a VF's PF is not known.
int askedFunction(const Topology &host, int index)
{
    const PciFunction &function = host.at(index);
    if (!function.isVirtual)
        return index;
    return function.physicalFunction ? host.indexOf(*function.physicalFunction) : -1;
}

/// A sure no before unknown; among equals the host's path first.
Cause causeFor(const PciFunction &function, const HostPath &path, const KernelVersion &kernel,
               Width width)
{
    const std::optional<bool> own = function.atomicOps.completer[width];
    if (path.verdict[width] == PathVerdict::Fail)
        return {Answer::No, path.widthReason[width]};
    if (kernel.vfioReportsAtomics == false)
        return {Answer::No, Reason::VfioKernel};
    if (own == false)
        return {Answer::No, Reason::VfioDeviceNotCompleter};
    if (path.verdict[width] == PathVerdict::Unknown)
        return {Answer::Unknown, path.widthReason[width]};
    if (!kernel.vfioReportsAtomics)
        return {Answer::Unknown, Reason::VfioKernel};
    if (!own)
        return {Answer::Unknown, Reason::HostUnreadable};
    return {Answer::Yes, Reason::HostOk};
}

VfioCompleters unknownPhysicalFunction(const KernelVersion &kernel)
{
    VfioCompleters result;
    result.hostPath.reason = Reason::HostNotInCapture;
    result.hostPath.blockers = {{-1, Reason::HostNotInCapture}};
    const bool tooOld = kernel.vfioReportsAtomics == false;
    for (const Width width : allWidths) {
        result.hostPath.widthReason[width] = Reason::HostNotInCapture;
        result.answer[width] = tooOld ? Answer::No : Answer::Unknown;
        result.reason[width] = tooOld ? Reason::VfioKernel : Reason::HostNotInCapture;
    }
    return result;
}

} // namespace

QLatin1StringView answerId(Answer answer)
{
    constexpr std::array ids {"yes"_L1, "no"_L1, "unknown"_L1};
    return ids[static_cast<size_t>(answer)];
}

VfioCompleters vfioCompleters(const Topology &host, int index, const KernelVersion &kernel)
{
    const int asked = index < 0 ? -1 : askedFunction(host, index);
    if (asked < 0)
        return unknownPhysicalFunction(kernel);
    VfioCompleters result;
    result.hostPath = atomicPath(host, asked, kernel.rule);
    for (const Width width : allWidths) {
        const Cause cause = causeFor(host.at(asked), result.hostPath, kernel, width);
        result.answer[width] = cause.answer;
        result.reason[width] = cause.reason;
    }
    return result;
}

} // namespace rootward
