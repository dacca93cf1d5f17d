// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pcifunction.h"

#include <QString>

namespace rootward {

/// The graphics generation of an AMD GPU, as far as KFD's need of AtomicOps depends on it. Read
/// from the code name that pci.ids gives; anything else is Unknown.
struct GpuGeneration {
    enum class Graphics { Unknown, Hawaii, Gfx7, Gfx8, Gfx9, Gfx101, Gfx103, Gfx11, Gfx12 };

    Graphics graphics = Graphics::Unknown;
    bool apu = false;
};

GpuGeneration gpuGeneration(const PciFunction &function);

/// amdgpu takes AtomicOps of an APU newer than GC 9.0.0 for granted.
/// Source: Linux amdgpu_device.c, amdgpu_device_init().
bool usesInternalPath(GpuGeneration generation);

/// KFD leaves the GPU out whatever its firmware, for want of AtomicOps.
/// Source: Linux kfd_device.c, kgd2kfd_device_init().
bool skippedByKfd(GpuGeneration generation);

/// What KFD does with the GPU when amdgpu got no AtomicOps; for an unknown generation all that is
/// possible. Translated, without a full stop.
QString kfdConsequence(GpuGeneration generation);

} // namespace rootward
