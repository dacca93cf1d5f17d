// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "mainwindow.h"

#include "actions.h"
#include "captureview.h"
#include "exportactions.h"
#include "exportpanel.h"
#include "findbar.h"
#include "headings.h"
#include "loadprogress.h"
#include "messagebar.h"
#include "picturepane.h"
#include "planpanel.h"
#include "problemspanel.h"
#include "registerspanel.h"
#include "selection.h"
#include "shortcutsheet.h"
#include "startpage.h"
#include "topologytable.h"
#include "topologyview.h"
#include "verdictstrip.h"
#include "whypanel.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QScopedValueRollback>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize firstSize(1400, 900);
constexpr int rightDockWidth = 392;
constexpr int exportDockHeight = 200;
constexpr int planDockHeight = 520;

QSettings settings()
{
    return QSettings(u"rootward"_s, u"rootward"_s);
}

} // namespace

MainWindow::MainWindow(Session *session)
    : m_session(session), m_actions(new Actions(this, session->undoStack())),
      m_exports(new ExportActions(session, this)), m_message(new MessageBar),
      m_strip(new VerdictStrip), m_pages(new QStackedWidget), m_docks(new QMainWindow),
      m_view(new TopologyView), m_pane(new PicturePane(m_view)), m_table(new TopologyTable),
      m_plan(new PlanPanel), m_why(new WhyPanel), m_registers(new RegistersPanel),
      m_problems(new ProblemsPanel), m_captureView(new CaptureView), m_export(new ExportPanel),
      m_status(new QLabel), m_progress(new LoadProgress)
{
    setWindowTitle(u"Rootward"_s);
    setWindowIcon(QIcon(u":/rootward/icons/rootward.svg"_s));
    setAcceptDrops(true);
    makeLayout();
    connectSession();
    connectActions();
    connectPicture();
    connectExportedPicture();
    connectFind();
    connectLayers();
    connectAppearance();
    connectHover();
    connectPanels();
    m_view->setTheme(Theme::fromPalette(palette()));
    refresh();
    resize(firstSize);
    restoreLayout();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeLayout()
{
    auto *start = new StartPage;
    connect(start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(start, &StartPage::pasteRequested, this, &MainWindow::paste);
    connect(start, &StartPage::exampleRequested, this,
            [this](const QString &name) { openHost(u"example:"_s + name); });

    m_docks->setWindowFlags(Qt::Widget);
    m_docks->setCentralWidget(m_pane);
    m_docks->setDockNestingEnabled(true);
    m_docks->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_docks->setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    makeDock(tr("Plan"), u"planDock"_s, m_plan, Qt::RightDockWidgetArea);
    QDockWidget *why = makeDock(tr("Why"), u"whyDock"_s, m_why, Qt::RightDockWidgetArea);
    QDockWidget *registers =
        makeDock(tr("Registers"), u"registersDock"_s, m_registers, Qt::RightDockWidgetArea);
    m_problemsDock =
        makeDock(tr("Problems"), u"problemsDock"_s, m_problems, Qt::RightDockWidgetArea);
    QDockWidget *exports =
        makeDock(tr("Export"), u"exportDock"_s, m_export, Qt::BottomDockWidgetArea);
    m_captureDock =
        makeDock(tr("Capture"), u"captureDock"_s, m_captureView, Qt::BottomDockWidgetArea);
    QDockWidget *table = makeDock(tr("Table"), u"tableDock"_s, m_table, Qt::BottomDockWidgetArea);
    m_docks->tabifyDockWidget(exports, m_captureDock);
    m_docks->tabifyDockWidget(m_captureDock, table);
    exports->raise();
    m_docks->tabifyDockWidget(why, registers);
    m_docks->tabifyDockWidget(registers, m_problemsDock);
    why->raise();
    m_pages->addWidget(start);
    m_pages->addWidget(m_docks);
    auto *content = new QWidget;
    auto *layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_message);
    layout->addWidget(m_strip);
    layout->addWidget(m_pages, 1);
    setCentralWidget(content);

    m_status->setTextFormat(Qt::PlainText);
    m_status->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_status->setObjectName(u"status"_s);
    m_status->setContentsMargins(6, 0, 6, 0);
    statusBar()->addWidget(m_status, 1);
    statusBar()->addPermanentWidget(m_progress);
}

QDockWidget *MainWindow::makeDock(const QString &title, const QString &name, QWidget *widget,
                                  Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title);
    dock->setObjectName(name);
    dock->setWidget(widget);
    m_docks->addDockWidget(area, dock);
    QAction *toggle = dock->toggleViewAction();
    toggle->setShortcut(QKeySequence(u"Ctrl+Shift+%1"_s.arg(++m_dockCount)));
    m_actions->viewMenu->addAction(toggle);
    return dock;
}

void MainWindow::connectSession()
{
    connect(m_session, &Session::hostChanged, this, &MainWindow::hostChanged);
    connect(m_session, &Session::changed, this, &MainWindow::refresh);
    connect(m_session, &Session::loadFailed, this, &MainWindow::loadFailed);
    connect(m_session, &Session::loadStarted, m_progress, &LoadProgress::begin);
    connect(m_session, &Session::loadProgress, m_progress, &LoadProgress::setPercent);
    connect(m_session, &Session::loadEnded, m_progress, &LoadProgress::end);
    connect(m_progress, &LoadProgress::cancelRequested, m_session, &Session::cancelLoad);
}

void MainWindow::connectActions()
{
    const auto on = [this](QAction *action, auto call) {
        connect(action, &QAction::triggered, this, call);
    };
    on(m_actions->open, [this] { chooseFile(); });
    on(m_actions->openLive, [this] { openHost(u"live:"_s); });
    on(m_actions->rescan, [this] { readAgain(); });
    on(m_actions->showInCapture, [this] { showInCapture(selectedLines()); });
    on(m_actions->openVm, [this] { chooseVms(); });
    on(m_actions->openMappings, [this] { chooseMappings(); });
    on(m_actions->saveLines, [this] { m_exports->saveAs("hostpci"_L1); });
    on(m_actions->quit, [this] { close(); });
    on(m_actions->paste, [this] { paste(); });
    on(m_actions->copyLines, [this] { m_exports->copyLines(); });
    on(m_actions->copyVerdicts, [this] { m_exports->copyVerdicts(); });
    on(m_actions->copyPicture, [this] { m_exports->copyPicture(); });
    on(m_actions->choosePicture, [this] { m_exports->choosePicture(); });
    on(m_actions->print, [this] { m_exports->print(); });
    on(m_actions->addCard, [this] { pickCard(); });
    on(m_actions->removeCard, [this] {
        if (m_entry && *m_entry >= 0)
            m_session->removeEntry(*m_entry);
    });
    on(m_actions->about, [this] { showAbout(); });
    on(m_actions->shortcuts, [this] { (new ShortcutSheet(menuBar(), this))->show(); });
    connect(m_actions, &Actions::vmRequested, m_session, &Session::planVm);
    connect(m_actions, &Actions::exportRequested, m_exports, &ExportActions::saveAs);
    connect(m_actions, &Actions::exampleRequested, this,
            [this](const QString &name) { openHost(u"example:"_s + name); });
}

void MainWindow::connectPanels()
{
    connect(m_plan, &PlanPanel::editRequested, m_session, &Session::setEntry);
    connect(m_plan, &PlanPanel::planEdited, m_session, &Session::edit);
    connect(m_plan, &PlanPanel::driverRequested, m_session, &Session::setDriver);
    connect(m_plan, &PlanPanel::choiceRequested, this,
            [this](int entry, CardChoice choice, const QString &undoText) {
                showFailure(m_session->setCardChoice(entry, choice, undoText));
            });
    connect(m_plan, &PlanPanel::hostpciLinesRequested, this,
            [this] { showFailure(m_session->makeHostpciLines()); });
    connect(m_plan, &PlanPanel::refused, this, &MainWindow::showError);
    connect(m_plan, &PlanPanel::addRequested, this, &MainWindow::pickCard);
    connect(m_plan, &PlanPanel::removeRequested, m_session, &Session::removeEntry);
    connect(m_plan, &PlanPanel::moveRequested, this, [this](int from, int to) {
        const Result<void> moved = m_session->moveEntry(from, to);
        if (moved)
            selectEntry(to);
        else
            showError(moved.error());
    });
    connect(m_plan, &PlanPanel::entryActivated, this, &MainWindow::selectEntry);

    connect(m_strip, &OutcomeList::lineActivated, this,
            [this](const OutcomeLine &line) { selectEntry(line.entry); });
    connect(m_why, &WhyPanel::lineActivated, this, [this](const OutcomeLine &line) {
        if (line.node)
            select(m_entry, line.node);
    });
    connect(m_registers, &RegistersPanel::linesActivated, this, &MainWindow::showInCapture);
    connect(m_problems, &ProblemsPanel::functionActivated, this,
            [this](const PciAddress &address) { selectNode(NodeRef::hostFunction(address)); });
    connect(m_problems, &ProblemsPanel::entryActivated, this, &MainWindow::selectEntry);
    connect(m_problems, &ProblemsPanel::linesActivated, this, &MainWindow::showInCapture);
    connect(m_export, &ExportPanel::entryActivated, this, &MainWindow::selectEntry);
    connect(m_export, &ExportPanel::copyRequested, m_exports, &ExportActions::copyText);
    connect(m_export, &ExportPanel::saveRequested, m_exports, &ExportActions::saveAs);
    connect(m_export, &ExportPanel::redactingChanged, this,
            [this] { m_exports->setRedacting(m_export->isRedacting()); });

    connect(m_exports, &ExportActions::failed, this, &MainWindow::showError);
    connect(m_exports, &ExportActions::copied, statusBar(),
            [this](const QString &what) { statusBar()->showMessage(what, 4000); });
    connect(m_exports, &ExportActions::saved, statusBar(), [this](const QString &fileName) {
        statusBar()->showMessage(tr("Saved %1").arg(fileName), 4000);
    });
}

void MainWindow::restoreLayout()
{
    const QSettings stored = settings();
    restoreGeometry(stored.value(u"window/geometry"_s).toByteArray());
    restoreState(stored.value(u"window/toolBars"_s).toByteArray());
    restorePicture(stored);
    m_arranged = m_docks->restoreState(stored.value(u"window/docks"_s).toByteArray());
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    QSettings stored = settings();
    stored.setValue(u"window/geometry"_s, saveGeometry());
    stored.setValue(u"window/toolBars"_s, saveState());
    stored.setValue(u"window/docks"_s, m_docks->saveState());
    savePicture(stored);
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        m_actions->updateIcons();
        m_view->setTheme(Theme::fromPalette(palette()));
    }
}

void MainWindow::hostChanged()
{
    m_message->hide();
    const QList<CaptureSource> sources =
        m_session->hasHost() ? m_session->capture()->sources : QList<CaptureSource>();
    m_captureView->setSources(sources);
    m_registers->setSources(sources);
    m_entry.reset();
    m_node = firstOfInterest(m_session->plan(), m_session->outcome());
    if (m_node)
        m_entry = entryOfNode(m_session->outcome(), *m_node);
    m_pages->setCurrentWidget(m_docks);
    if (!m_arranged)
        arrangeDocks();
}

// Docks take sizes only once they have their place on the screen.
void MainWindow::arrangeDocks()
{
    m_arranged = true;
    centralWidget()->layout()->activate();
    const auto dock = [this](const QString &name) {
        return m_docks->findChild<QDockWidget *>(name);
    };
    m_docks->resizeDocks({dock(u"planDock"_s)}, {rightDockWidth}, Qt::Horizontal);
    m_docks->resizeDocks({dock(u"planDock"_s), dock(u"whyDock"_s)},
                         {planDockHeight, m_docks->height() - planDockHeight}, Qt::Vertical);
    m_docks->resizeDocks({dock(u"exportDock"_s)}, {exportDockHeight}, Qt::Vertical);
}

void MainWindow::refresh()
{
    const QList<EntryOutcome> &entries = m_session->outcome().entries;
    if (m_entry && std::ranges::none_of(entries, [this](const EntryOutcome &entry) {
            return entry.index == m_entry;
        })) {
        // What is selected in the tree may be another entry's now.
        m_entry = m_node ? entryOfNode(m_session->outcome(), *m_node) : std::nullopt;
    }
    {
        // Panels that lose what was selected in them must not decide for the others.
        const QScopedValueRollback busy(m_selecting, true);
        refreshPanels();
    }
    refreshStatus();
    select(m_entry, m_node);
}

void MainWindow::refreshPanels()
{
    const Plan &plan = m_session->plan();
    const PlanOutcome &outcome = m_session->outcome();
    const std::optional<HostCapture> &capture = m_session->capture();
    m_strip->setOutcome(outcome);
    m_plan->setPlan(plan, outcome);
    m_export->setRequest(m_exports->request());
    m_problems->setProblems(capture ? capture->problems : QList<CaptureProblem>(),
                            m_session->notices(), outcome);
    QStringList vms;
    qsizetype planned = -1;
    for (const LoadedVm &vm : m_session->vms()) {
        if (vm.definition.document == plan.document && vm.definition.layout == plan.layout)
            planned = vms.size();
        vms.append(vm.label);
    }
    m_actions->showVms(vms, planned);
    m_pane->findBar()->setPlan(plan, outcome);
    m_table->setPlan(plan, outcome, m_view->options());
    if (plan.host)
        m_view->setPlan(plan, outcome, hostHeading(plan, capture ? capture->label : QString()),
                        guestHeading(plan.guest));
    else
        m_view->clear();
}

void MainWindow::refreshStatus()
{
    const int problems = m_problems->count();
    m_problemsDock->setWindowTitle(problems == 0 ? tr("Problems")
                                                 : tr("Problems (%1)").arg(problems));
    m_actions->setAvailable(m_session->plan().host != nullptr,
                            !m_session->outcome().entries.isEmpty(), m_entry.has_value());
    const std::optional<HostCapture> &capture = m_session->capture();
    setWindowTitle(capture ? tr("%1 — Rootward").arg(capture->label) : u"Rootward"_s);
    if (!capture) {
        m_status->setText(tr("No capture"));
        return;
    }
    const GuestMachine &guest = m_session->plan().guest;
    const KernelVersion &kernel = m_session->plan().hostKernel;
    const QString rule = ruleId(kernel.rule);
    const qsizetype folded = m_view->foldedFunctions();
    const qsizetype functions = capture->topology->size();
    const QStringList facts {
        capture->label,
        folded == 0 ? tr("functions: %1").arg(functions)
                    : tr("functions: %1, folded: %2").arg(functions).arg(folded),
        guest.qemu ? tr("QEMU %1").arg(guest.qemuVersion().toString())
                   : tr("QEMU %1 (newest checked)").arg(guest.qemuVersion().toString()),
        kernel.version.isEmpty() ? tr("kernel rule: %1").arg(rule)
                                 : tr("kernel %1, rule: %2").arg(kernel.version, rule),
        tr("problems: %1").arg(problems)};
    m_status->setText(facts.join(u" · "_s));
}

void MainWindow::select(std::optional<int> entry, const std::optional<NodeRef> &node)
{
    if (m_selecting)
        return;
    const QScopedValueRollback busy(m_selecting, true);
    m_entry = entry;
    m_node = node;
    m_view->select(node);
    m_table->select(node);
    m_strip->setCurrentEntry(entry);
    m_plan->setCurrentEntry(entry);
    m_export->setCurrentEntry(entry);
    m_why->explain(m_session->plan(), m_session->outcome(), entry, node);
    showRegisters();
    m_actions->removeCard->setEnabled(entry.has_value());
    m_captureView->showLines(selectedLines());
}

void MainWindow::showRegisters()
{
    m_registers->explain(m_session->plan(), m_session->outcome(), m_node, m_view->second());
}

/// Of the selected box's function, else of the selected card's first one.
SourceLines MainWindow::selectedLines() const
{
    const auto &host = m_session->plan().host;
    std::optional<NodeRef> node = m_node;
    if (node && node->kind != NodeRef::Kind::HostFunction && m_entry)
        node = nodeOfEntry(m_session->outcome(), *m_entry);
    const bool isFunction = host && node && node->address;
    const int index = isFunction ? host->indexOf(*node->address) : -1;
    return index < 0 ? SourceLines {} : host->at(index).lines;
}

void MainWindow::showInCapture(const SourceLines &lines)
{
    m_captureView->showLines(lines);
    m_captureDock->show();
    m_captureDock->raise();
}

void MainWindow::selectEntry(std::optional<int> entry)
{
    if (entry && m_node && entryOfNode(m_session->outcome(), *m_node) == entry)
        select(entry, m_node);
    else
        select(entry, entry ? nodeOfEntry(m_session->outcome(), *entry) : std::nullopt);
}

void MainWindow::selectNode(const std::optional<NodeRef> &node)
{
    select(node ? entryOfNode(m_session->outcome(), *node) : std::nullopt, node);
}

void MainWindow::showFailure(const Result<void> &done)
{
    if (!done)
        showError(done.error());
}

void MainWindow::showError(const Error &error)
{
    m_message->showError(error);
}

} // namespace rootward
