// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "importers.h"

#include <QWidget>

class QComboBox;
class QPlainTextEdit;

namespace rootward {

/// The capture's own text, with the number of each line: the evidence behind what is shown. Of a
/// long text the lines around those that are asked for.
class CaptureView : public QWidget {
    Q_OBJECT

public:
    explicit CaptureView(QWidget *parent = nullptr);

    void setSources(const QList<CaptureSource> &sources);
    /// Marks these lines and brings them into view. Line 0: there are none to show.
    void showLines(const SourceLines &lines);
    /// The marked lines without their numbers; empty: none are.
    QString markedText() const;

private:
    void showSource();

    QList<CaptureSource> m_sources;
    SourceLines m_lines;
    QComboBox *m_source;
    QPlainTextEdit *m_text;
};

} // namespace rootward
