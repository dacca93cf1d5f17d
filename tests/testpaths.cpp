// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "testpaths.h"

using namespace Qt::StringLiterals;

namespace testpaths {

QString inProject(const QString &name)
{
    return QStringLiteral(ROOTWARD_SOURCE_DIR) + u'/' + name;
}

QString inData(const QString &name)
{
    return inProject(u"tests/data/"_s + name);
}

QString program()
{
    return QStringLiteral(ROOTWARD_BINARY);
}

} // namespace testpaths
