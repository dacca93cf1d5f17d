// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "configpreview.h"
#include "exporters.h"
#include "hovered.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QPushButton;
class QTabBar;

namespace rootward {

/// What the plan is exported as: one tab for each text format, as it would be copied or saved.
class ExportPanel : public QWidget {
    Q_OBJECT

public:
    explicit ExportPanel(QWidget *parent = nullptr);

    void setRequest(const ExportRequest &request);
    void setCurrentEntry(std::optional<int> entry) { m_preview->setCurrentEntry(entry); }
    void setHovered(const Hovered &hovered) { m_preview->setHoveredEntry(hovered.entry); }
    ConfigPreview *preview() const { return m_preview; }
    QTabBar *tabs() const { return m_tabs; }
    QLatin1StringView format() const; ///< id of the shown row of exportFormats()
    void showFormat(QLatin1StringView id);
    QString text() const { return m_text; }
    bool isRedacting() const;

Q_SIGNALS:
    void copyRequested(const QString &text);
    void saveRequested(QLatin1StringView format);
    void entryActivated(int entry);
    void hovered(const rootward::Hovered &hovered);
    void redactingChanged();

private:
    void refresh();
    void showHostpci();
    void showWritten(const ExportFormat &format);
    void showChanges();
    bool hasChanges() const; ///< the plan came from a file

    QTabBar *m_tabs;
    ConfigPreview *m_preview;
    QPushButton *m_copy;
    QPushButton *m_save;
    QComboBox *m_form;
    QCheckBox *m_changes;
    QCheckBox *m_redact;
    ExportRequest m_request;
    QString m_text;
};

/// The hostpci lines with what each leads to.
QList<PreviewLine> previewLines(const Plan &plan, const PlanOutcome &outcome);

} // namespace rootward
