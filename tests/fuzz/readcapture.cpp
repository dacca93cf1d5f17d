// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "readcapture.h"

#include "atomicpath.h"
#include "importers.h"
#include "treereport.h"

#include <QBuffer>

using namespace rootward;
using namespace Qt::StringLiterals;

namespace {

void ask(const HostCapture &host)
{
    const Topology &tree = *host.topology;
    for (int i = 0; i < tree.size(); ++i) {
        if (tree.parent(i) >= 0
            && tree.at(tree.parent(i)).address.domain != tree.at(i).address.domain)
            __builtin_trap(); // never across domains
        if (tree.at(i).lines.source < 0 || tree.at(i).lines.source >= host.sources.size())
            __builtin_trap();
        for (const AtomicOpsRule rule : {AtomicOpsRule::Old, AtomicOpsRule::New})
            atomicPath(tree, i, rule);
    }
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    writeTreeJson(buffer, host, {});
    treeText(host, {});
}

} // namespace

void readAndAsk(const QByteArray &bytes)
{
    const auto hosts = readHosts(bytes, u"capture.txt"_s);
    if (!hosts)
        return;
    for (const HostCapture &host : *hosts)
        ask(host);
}
