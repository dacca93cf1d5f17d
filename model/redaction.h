// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "exporters.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QString>
#include <QStringList>

namespace rootward {

/// Takes out of texts what tells a stranger whose machine they speak of: names of hosts, nodes
/// and VMs, ROM files, added arguments, MAC and IP addresses, UUIDs, serial numbers and home
/// folders. PCI addresses, ids and device names stay. Each leaves a word that says what was there.
class Redaction {
public:
    /// Knows the names of this plan; what has a form of its own is found in any text.
    static Redaction of(const Plan &plan, const QString &hostLabel);

    QString apply(const QString &text);
    /// A request in which every text that an exporter or a picture shows is cleaned. It holds no
    /// document any more.
    ExportRequest redacted(ExportRequest request);
    /// The kinds that were taken out so far, in words, always in the same order.
    QStringList removed() const;

private:
    enum class Kind { Host, Node, Vm, Rom, Arguments, File, Serial, Uuid, Mac, Ipv6, Ipv4, Home };
    struct Name {
        QRegularExpression pattern;
        QString word; ///< what stands there instead
        Kind kind;
    };
    friend struct RedactionRows;

    void addName(const QString &text, const QString &word, Kind kind);
    void addLiteral(const QString &text, const QString &word, Kind kind);
    void addHost(const QString &label);
    void addNodes(const Plan &plan);
    void addRomFiles(const Plan &plan);
    void addOtherVms(const Plan &plan);
    void replace(QString &text, const QRegularExpression &pattern, const QString &word, Kind kind);
    void replaceIpv6(QString &text);
    void clean(QString &text) { text = apply(text); }
    void cleanPlan(Plan &plan);
    void cleanOutcome(PlanOutcome &outcome);
    void cleanEntry(EntryOutcome &entry);
    void cleanNotices(QList<Notice> &notices);
    std::shared_ptr<const Topology> cleaned(const std::shared_ptr<const Topology> &topology);

    QList<Name> m_names; ///< in the order they are looked for
    QSet<Kind> m_removed;
    QHash<QString, QString> m_known; ///< texts that were cleaned before
};

} // namespace rootward
