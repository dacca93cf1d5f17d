#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Rootward authors
# SPDX-License-Identifier: GPL-2.0-or-later
#
# One foreign library, one file; one direction of includes. Prints each breach and fails.
set -u
cd "$1" || exit 2
breaches=0

# only PATTERN FILE: the pattern may stand in that file alone.
only() {
    local found
    found=$(grep -rlE "$1" app model views --include='*.cpp' --include='*.h' | grep -vx "$2")
    [ -z "$found" ] || { echo "only $2 may have '$1', but: $found"; breaches=1; }
}
# none PATTERN FOLDER...: the pattern may stand in none of the folders.
none() {
    local pattern=$1 found
    shift
    found=$(grep -rnE "$pattern" "$@" --include='*.cpp' --include='*.h')
    [ -z "$found" ] || { echo "$found"; breaches=1; }
}

only '#include <pci/pci\.h>' model/libpci.cpp
only '#include <archive(_entry)?\.h>' model/archive.cpp
only '#include <QProcess>' views/treelayout.cpp
only '#include <KSyntaxHighlighting/' views/configpreview.cpp
none '#include <Q(Widget|Color|Painter|Pixmap|Image|Font|Graphics|Application>|GuiApplication)' model
none 'Q_OBJECT' model
none '#include "(commandline|mainwindow|session|headless|planinput|pictureexport)\.h"' model views
none '#include "(theme|drawing|treelayout|facingscene|topologyview|nodeitem|hopitem|ribbonitem|.*panel|.*model)\.h"' model
only 'QColor\((QRgb|0x|[0-9]|u"#)|#[0-9a-fA-F]{6}\b|Qt::(red|green|blue|white|black|gray|yellow)\b' views/theme.cpp
none '\b(system|popen)\(|startCommand\(|startDetached\(|/bin/sh' app model views
none '\b(exit|abort)\(|qFatal\(|QMessageBox' model views
exit "$breaches"
