// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "theme.h"

#include <QPlainTextEdit>

#include <memory>
#include <optional>

namespace rootward {

/// One line of the preview and what it leads to.
struct PreviewLine {
    QString text;
    std::optional<int> entry; ///< N of hostpciN; nullopt: another setting
    HopState state = HopState::NotAsked;
    QString note; ///< stands at the right edge
    friend bool operator==(const PreviewLine &, const PreviewLine &) = default;
};

/// Read-only, highlighted lines of a Proxmox VM configuration. Colours follow the palette.
class ConfigPreview : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit ConfigPreview(QWidget *parent = nullptr);
    ~ConfigPreview() override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

    void setLines(const QList<PreviewLine> &lines);
    /// Text without entries, highlighted by the definition of this name.
    void setText(const QString &text, const QString &definition);
    const QList<PreviewLine> &lines() const { return m_lines; }
    /// The line of this entry is marked.
    void setCurrentEntry(std::optional<int> entry);
    /// The line of this entry is framed.
    void setHoveredEntry(std::optional<int> entry);

Q_SIGNALS:
    void entryHovered(std::optional<int> entry);
    void entryActivated(int entry); ///< the text cursor came to that entry's line

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Highlighting;

    void showLines(const QList<PreviewLine> &lines, const QString &definition);
    void loadHighlighting();
    void applyTheme();
    void markCurrent();
    void paintNote(QPainter *painter, const QTextBlock &block) const;
    void paintHovered(QPainter *painter, const QTextBlock &block) const;
    void pointerAt(std::optional<QPoint> place);

    std::unique_ptr<Highlighting> m_highlighting;
    QList<PreviewLine> m_lines;
    QString m_definition;
    std::optional<int> m_entry;
    std::optional<int> m_hovered;
    std::optional<int> m_pointedAt; ///< the entry below the pointer
};

} // namespace rootward
