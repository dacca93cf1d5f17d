// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "hovered.h"
#include "session.h"

#include <QMainWindow>

#include <functional>
#include <optional>

class QDockWidget;
class QLabel;
class QMimeData;
class QSettings;
class QStackedWidget;

namespace rootward {

class Actions;
class ExportActions;
class ExportPanel;
class LoadProgress;
class MessageBar;
class PlanPanel;
class CaptureView;
class PicturePane;
class ProblemsPanel;
class RegistersPanel;
class TopologyTable;
class TopologyView;
class VerdictStrip;
class WhyPanel;

/// The window: shows what the session holds, turns what the user does into requests to it, and
/// keeps one selection over picture, plan, strip, reasons and export.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Session *session);
    ~MainWindow() override;

    /// A file, "-" or "example:NAME"; with VM definitions from files or what comes with the host.
    void openHost(const QString &host, const QStringList &vmFiles = {},
                  const OpenOptions &options = {});
    /// The selected hostpciN.
    std::optional<int> currentEntry() const { return m_entry; }
    ExportActions *exports() const { return m_exports; }

public Q_SLOTS:
    void showError(const rootward::Error &error);
    /// Brings the lines of the capture's text into view.
    void showInCapture(const rootward::SourceLines &lines);

protected:
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void makeLayout();
    QDockWidget *makeDock(const QString &title, const QString &name, QWidget *widget,
                          Qt::DockWidgetArea area);
    void connectSession();
    void connectActions();
    void connectPicture();
    void connectPanels();
    void restoreLayout();
    void arrangeDocks();

    void refresh();
    void refreshPanels();
    void refreshStatus();
    void hostChanged();
    void select(std::optional<int> entry, const std::optional<NodeRef> &node);
    void selectEntry(std::optional<int> entry);
    void selectNode(const std::optional<NodeRef> &node);
    void showRegisters();

    void chooseFile();
    void chooseVms();
    void chooseMappings();
    void showFailure(const Result<void> &done);
    /// Makes the reader for one of several hosts; 0: there must be only one.
    using ReaderOfHost = std::function<HostReader(int which)>;
    void load(const ReaderOfHost &reader, const QString &label);
    void loadFailed(const rootward::Error &error);
    void readAgain();
    SourceLines selectedLines() const;
    void openFiles(const QStringList &files);
    void openText(const QString &text);
    void paste();
    void pickCard();
    void addCard(const PciAddress &function);
    void showAbout();
    void showPictureMenu(const std::optional<NodeRef> &ref, const QPoint &place);
    void refreshPictureActions();
    void copySelectedBox();
    void connectExportedPicture();
    void connectFind();
    void connectLayers();
    void connectAppearance();
    void connectHover();
    void hover(const Hovered &hovered);
    void restorePicture(const QSettings &stored);
    void savePicture(QSettings &stored) const;

    Session *m_session;
    ReaderOfHost m_reader; ///< of the last load
    QString m_readerLabel;
    int m_pickedHost = 0; ///< of several in one capture, from 1
    Actions *m_actions;
    ExportActions *m_exports;
    MessageBar *m_message;
    VerdictStrip *m_strip;
    QStackedWidget *m_pages;
    QMainWindow *m_docks; ///< the picture with the panels around it; the strip spans all of them
    TopologyView *m_view;
    PicturePane *m_pane;
    TopologyTable *m_table;
    PlanPanel *m_plan;
    WhyPanel *m_why;
    RegistersPanel *m_registers;
    ProblemsPanel *m_problems;
    CaptureView *m_captureView;
    ExportPanel *m_export;
    QDockWidget *m_problemsDock;
    QDockWidget *m_captureDock;
    QLabel *m_status;
    LoadProgress *m_progress;

    std::optional<int> m_entry;
    std::optional<NodeRef> m_node;
    int m_dockCount = 0;
    bool m_selecting = false;
    bool m_arranged = false; ///< the docks have been given their sizes
};

} // namespace rootward
