// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "plan.h"
#include "result.h"

#include <QWidget>

class QComboBox;

namespace rootward {

/// What the outcome depends on besides the lines: machine, QEMU, the two kernels. Each field
/// takes one of its choices or free text; text that means nothing is refused and put back.
class GuestForm : public QWidget {
    Q_OBJECT

public:
    enum Field { Machine, Qemu, HostKernel, GuestKernel, Node, FieldCount };

    explicit GuestForm(QWidget *parent = nullptr);

    void setPlan(const Plan &plan);
    QComboBox *field(Field field) const { return m_fields.at(field); }

Q_SIGNALS:
    void planEdited(const rootward::Plan &plan, const QString &undoText);
    void refused(const rootward::Error &error);

private:
    void submit(Field field);
    void show(Field field);

    QList<QComboBox *> m_fields;
    QList<QWidget *> m_labels;
    Plan m_plan;
};

} // namespace rootward
