// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "drawing.h"
#include "importers.h"
#include "peeratomics.h"
#include "registersmodel.h"

#include <QTreeView>

class QLabel;

namespace rootward {

class RegisterDelegate;

/// The registers of one function, register by register and bit by bit.
class RegistersView : public QTreeView {
    Q_OBJECT

public:
    explicit RegistersView(QWidget *parent = nullptr);

    void setRegisters(const QList<FunctionRegister> &registers, bool linked);
    const RegistersModel &registersModel() const { return *m_model; }
    /// Where the link of a register's row is, in the viewport.
    QRect linkRect(const QModelIndex &index) const;
    /// The selected rows, one a line.
    QString selectedText() const;

Q_SIGNALS:
    /// The register's place in the capture is asked for.
    void captureRequested(const rootward::FunctionRegister &shown);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void copy() const;
    void requestCapture(const QModelIndex &index);

    RegistersModel *m_model;
    RegisterDelegate *m_delegate;
};

/// What the selected box's registers hold: of a host function as captured, of a guest's as
/// predicted; and of two cards whether AtomicOps get from one to the other.
class RegistersPanel : public QWidget {
    Q_OBJECT

public:
    explicit RegistersPanel(QWidget *parent = nullptr);

    /// The capture's texts, to find the lines of a register in.
    void setSources(const QList<CaptureSource> &sources);
    /// Shows the registers of a box; `second` is another host function beside it.
    void explain(const Plan &plan, const PlanOutcome &outcome, const std::optional<NodeRef> &node,
                 const std::optional<NodeRef> &second);
    RegistersView *view() const { return m_view; }

Q_SIGNALS:
    /// These lines of the capture are asked for.
    void linesActivated(const rootward::SourceLines &lines);

private:
    struct Shown; ///< what is known of the selected box

    void present(const Shown &shown);
    void showPeers(const Plan &plan, const std::optional<NodeRef> &node,
                   const std::optional<NodeRef> &second);
    void showLines(const FunctionRegister &shown);

    QList<CaptureSource> m_sources;
    SourceLines m_lines; ///< of the host function that is shown
    QLabel *m_heading;
    QLabel *m_place;
    QLabel *m_note;
    RegistersView *m_view;
    QLabel *m_peers;
};

} // namespace rootward
