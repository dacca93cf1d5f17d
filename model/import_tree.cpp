// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "import_tree.h"

#include "lspcitree.h"
#include "textcleaning.h"
#include "textlines.h"

using namespace Qt::StringLiterals;

namespace rootward {

int sniffLspciTree(QByteArrayView head)
{
    constexpr int likely = 60;
    return anyTextLine(cleanText(head.toByteArray()).bytes,
                       [](QByteArrayView line) {
                           return isTreeLine(line)
                               && (line.trimmed().startsWith("-[")
                                   || line.trimmed().startsWith("-+-["));
                       })
        ? likely
        : 0;
}

Result<QList<ReadFunctions>> readLspciTree(const QByteArray &bytes, const ReadProgress &)
{
    const CleanedText text = cleanText(bytes);
    LspciTreeReader tree;
    QByteArrayView line;
    int number = 0;
    for (qsizetype position = 0; takeTextLine(text.bytes, position, line);)
        tree.take(line, text.originalLine(++number));
    ReadFunctions read;
    read.kind = u"lspci-tree"_s;
    read.functions = tree.functions();
    read.known = tree.known();
    read.problems = tree.problems();
    return QList {read};
}

} // namespace rootward
