// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <QWidget>

namespace rootward {

/// What the empty window shows: the ways in, and the built-in examples.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget *parent = nullptr);

Q_SIGNALS:
    void openRequested();
    void pasteRequested();
    void exampleRequested(const QString &name);

private:
    QWidget *makeExamples();
};

} // namespace rootward
