// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "configpreview.h"
#include "plan.h"

#include <QWidget>

class QPushButton;

namespace rootward {

/// The lines to write into the VM's configuration, each with what it leads to.
class ExportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExportPanel(QWidget *parent = nullptr);

    void setPlan(const Plan &plan, const PlanOutcome &outcome);
    void setCurrentEntry(std::optional<int> entry) { m_preview->setCurrentEntry(entry); }
    ConfigPreview *preview() const { return m_preview; }
    QString text() const { return m_text; }

Q_SIGNALS:
    void copyRequested();
    void saveRequested();
    void entryActivated(int entry);

private:
    ConfigPreview *m_preview;
    QPushButton *m_copy;
    QPushButton *m_save;
    QString m_text;
};

/// The lines of the preview with their notes.
QList<PreviewLine> previewLines(const Plan &plan, const PlanOutcome &outcome);

} // namespace rootward
