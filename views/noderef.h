// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "pciaddress.h"

#include <QHash>
#include <QString>

#include <optional>

namespace rootward {

/// Names one box of the picture, on either side, whatever the layout.
struct NodeRef {
    enum class Kind { HostRoot, HostFunction, HostFold, GuestRoot, GuestFunction, GuestFold };

    Kind kind = Kind::HostFunction;
    /// HostFunction: itself. HostRoot: domain and bus. HostFold: the port it hangs on, or the
    /// root. GuestFunction: the passed host function; nullopt for ports and built-in devices.
    std::optional<PciAddress> address;
    QString guestId; ///< QEMU id on the guest side ("hostpci0.0", "ich9-pcie-port-1", "pcie.0")
    bool ofRoot = false; ///< a HostFold that hangs on the root itself

    bool isHost() const;
    bool isFold() const { return kind == Kind::HostFold || kind == Kind::GuestFold; }
    /// Unique text: the SVG's id and the layout's name. "0000:0b:00.0", "guest:hostpci0.0" …
    QString toString() const;

    static NodeRef hostFunction(const PciAddress &address);
    static NodeRef hostRoot(quint32 domain, quint8 bus);
    static NodeRef guest(const QString &id, std::optional<PciAddress> host = {});
    /// The box that stands for what of a port or a root is not drawn; nullopt: of this there is
    /// none.
    std::optional<NodeRef> fold() const;

    friend bool operator==(const NodeRef &, const NodeRef &) = default;
};
size_t qHash(const NodeRef &ref, size_t seed = 0) noexcept;

} // namespace rootward
