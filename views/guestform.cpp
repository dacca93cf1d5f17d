// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "guestform.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString kernelText(const KernelVersion &kernel)
{
    return kernel.version.isEmpty() ? QString(ruleId(kernel.rule)) : kernel.version;
}

bool setKernel(KernelVersion *kernel, const QString &text)
{
    const std::optional<KernelVersion> read =
        KernelVersion::parse(text.isEmpty() ? u"unknown"_s : text);
    if (read)
        *kernel = *read;
    return read.has_value();
}

bool setQemu(Plan *plan, const QString &text)
{
    if (text.isEmpty()) {
        plan->guest.qemu.reset();
        return true;
    }
    const std::optional<QemuVersion> read = QemuVersion::parse(text);
    if (read)
        plan->guest.qemu = read;
    return read.has_value();
}

/// One field: what it shows of a plan, how its text changes a plan, what else it offers.
struct FieldRow {
    const char *title;
    const char *undoText;
    const char *hint; ///< shown while the field is empty
    const char *choices; ///< separated by blanks
    QString (*text)(const Plan &plan);
    bool (*apply)(Plan *plan, const QString &text); ///< false: the text means nothing
};

const FieldRow fieldTable[GuestForm::FieldCount] = {
    {QT_TRANSLATE_NOOP("rootward::GuestForm", "Machine"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "Machine %1"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "not set: i440fx"), "q35 pc pc-q35-9.2 pc-i440fx-9.2",
     [](const Plan &plan) { return plan.guest.machine; },
     [](Plan *plan, const QString &text) {
         plan->guest.machine = text;
         return !text.contains(u' ');
     }},
    {QT_TRANSLATE_NOOP("rootward::GuestForm", "QEMU"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "QEMU %1"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "newest checked"),
     "11.1 11.0 10.2 10.1 10.0 9.2 9.0 8.2 8.1 8.0",
     [](const Plan &plan) { return plan.guest.qemu ? plan.guest.qemu->toString() : QString(); },
     setQemu},
    {QT_TRANSLATE_NOOP("rootward::GuestForm", "Host kernel"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "Host kernel %1"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "unknown"), "unknown old new",
     [](const Plan &plan) { return kernelText(plan.hostKernel); },
     [](Plan *plan, const QString &text) { return setKernel(&plan->hostKernel, text); }},
    {QT_TRANSLATE_NOOP("rootward::GuestForm", "Guest kernel"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "Guest kernel %1"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "unknown"), "unknown old new",
     [](const Plan &plan) { return kernelText(plan.guest.guestKernel); },
     [](Plan *plan, const QString &text) { return setKernel(&plan->guest.guestKernel, text); }},
    {QT_TRANSLATE_NOOP("rootward::GuestForm", "Node"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "Node %1"),
     QT_TRANSLATE_NOOP("rootward::GuestForm", "not set"), "",
     [](const Plan &plan) { return plan.node; },
     [](Plan *plan, const QString &text) {
         plan->node = text;
         return true;
     }},
};

} // namespace

GuestForm::GuestForm(QWidget *parent) : QWidget(parent)
{
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(2, 0, 2, 2);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(2);
    for (int i = 0; i < FieldCount; ++i) {
        const FieldRow &row = fieldTable[i];
        auto *label = new QLabel(tr(row.title));
        auto *combo = new QComboBox;
        combo->setEditable(true);
        combo->setInsertPolicy(QComboBox::NoInsert);
        combo->addItems(QString::fromLatin1(row.choices).split(u' ', Qt::SkipEmptyParts));
        combo->setMinimumContentsLength(8);
        combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        combo->setAccessibleName(tr(row.title));
        combo->lineEdit()->setPlaceholderText(tr(row.hint));
        label->setBuddy(combo);
        grid->addWidget(label, 2 * (i / 2), i % 2);
        grid->addWidget(combo, 2 * (i / 2) + 1, i % 2);
        m_fields.append(combo);
        m_labels.append(label);
        const auto field = static_cast<Field>(i);
        connect(combo, &QComboBox::activated, this, [this, field] { submit(field); });
        connect(combo->lineEdit(), &QLineEdit::editingFinished, this,
                [this, field] { submit(field); });
    }
    setPlan({});
}

void GuestForm::setPlan(const Plan &plan)
{
    if (plan.mappings && plan.mappings != m_plan.mappings) {
        m_fields.at(Node)->clear();
        m_fields.at(Node)->addItems(plan.mappings->nodes());
    }
    m_plan = plan;
    // Nodes matter where mappings do.
    m_fields.at(Node)->setVisible(plan.mappings != nullptr);
    m_labels.at(Node)->setVisible(plan.mappings != nullptr);
    for (int i = 0; i < FieldCount; ++i)
        show(static_cast<Field>(i));
}

void GuestForm::show(Field field)
{
    m_fields.at(field)->setEditText(fieldTable[field].text(m_plan));
}

void GuestForm::submit(Field field)
{
    const FieldRow &row = fieldTable[field];
    const QString text = m_fields.at(field)->currentText().trimmed();
    if (text == row.text(m_plan))
        return;
    Plan plan = m_plan;
    if (row.apply(&plan, text)) {
        Q_EMIT planEdited(plan, tr(row.undoText).arg(text));
        return;
    }
    show(field);
    Q_EMIT refused(
        Error {.kind = Error::Kind::Usage,
               .what = tr("“%1” is not a version or a word that this field knows").arg(text),
               .where = tr(row.title),
               .hint = {}});
}

} // namespace rootward
