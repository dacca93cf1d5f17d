// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "configpreview.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QEvent>
#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QTextBlock>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int noteMargin = 12;
constexpr int noteGap = 24;
constexpr int usualLines = 4;

/// The repository reads its index once; everything that previews shares it.
KSyntaxHighlighting::Repository &repository()
{
    static KSyntaxHighlighting::Repository shared;
    return shared;
}

} // namespace

struct ConfigPreview::Highlighting {
    explicit Highlighting(QTextDocument *document) : highlighter(document) { }
    KSyntaxHighlighting::SyntaxHighlighter highlighter;
};

ConfigPreview::ConfigPreview(QWidget *parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    viewport()->setMouseTracking(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    fixed.setPointSizeF(fixed.pointSizeF() + 1);
    setFont(fixed);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setTabChangesFocus(true);
    setAccessibleName(tr("Export"));
    document()->setDocumentMargin(8);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
        const qsizetype line = textCursor().blockNumber();
        if (hasFocus() && line < m_lines.size() && m_lines.at(line).entry)
            Q_EMIT entryActivated(*m_lines.at(line).entry);
    });
}

ConfigPreview::~ConfigPreview() = default;

// A plan is a few lines long: the text edit's own wish would be a third of the window.
QSize ConfigPreview::sizeHint() const
{
    return {480, usualLines * fontMetrics().lineSpacing() + 2 * noteMargin};
}

QSize ConfigPreview::minimumSizeHint() const
{
    return {200, 2 * fontMetrics().lineSpacing() + 2 * noteMargin};
}

void ConfigPreview::setLines(const QList<PreviewLine> &lines)
{
    showLines(lines, u"Proxmox VM Configuration"_s);
}

void ConfigPreview::setText(const QString &text, const QString &definition)
{
    QList<PreviewLine> lines;
    for (const QString &line : text.split(u'\n'))
        lines.append({.text = line, .entry = {}, .state = HopState::NotAsked, .note = {}});
    if (!lines.isEmpty() && lines.constLast().text.isEmpty())
        lines.removeLast();
    showLines(lines, definition);
}

void ConfigPreview::showLines(const QList<PreviewLine> &lines, const QString &definition)
{
    if (definition != m_definition) {
        m_definition = definition;
        if (m_highlighting)
            m_highlighting->highlighter.setDefinition(repository().definitionForName(definition));
    }
    if (lines == m_lines)
        return;
    QStringList texts;
    for (const PreviewLine &line : lines)
        texts += line.text;
    m_lines = lines;
    const QString text = texts.join(u'\n');
    if (text != toPlainText()) {
        const QSignalBlocker quiet(this);
        setPlainText(text);
    }
    markCurrent();
    viewport()->update();
}

void ConfigPreview::setCurrentEntry(std::optional<int> entry)
{
    m_entry = entry;
    markCurrent();
}

void ConfigPreview::markCurrent()
{
    QList<QTextEdit::ExtraSelection> marks;
    const Theme theme = Theme::fromPalette(palette());
    for (qsizetype i = 0; i < m_lines.size(); ++i) {
        const PreviewLine &line = m_lines.at(i);
        if (!m_entry || line.entry != m_entry)
            continue;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(i)));
        mark.format.setBackground(theme.state(line.state).fill);
        mark.format.setProperty(QTextFormat::FullWidthSelection, true);
        marks.append(mark);
    }
    setExtraSelections(marks);
}

// The definitions are read when the preview is first seen: a start without it stays quick.
void ConfigPreview::showEvent(QShowEvent *event)
{
    loadHighlighting();
    QPlainTextEdit::showEvent(event);
}

void ConfigPreview::loadHighlighting()
{
    if (m_highlighting)
        return;
    m_highlighting = std::make_unique<Highlighting>(document());
    m_highlighting->highlighter.setDefinition(repository().definitionForName(m_definition));
    applyTheme();
}

void ConfigPreview::applyTheme()
{
    if (!m_highlighting)
        return;
    KSyntaxHighlighting::SyntaxHighlighter &highlighter = m_highlighting->highlighter;
    const KSyntaxHighlighting::Theme theme = repository().themeForPalette(palette());
    if (highlighter.theme().name() == theme.name())
        return;
    highlighter.setTheme(theme);
    highlighter.rehighlight();
}

void ConfigPreview::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyTheme();
        markCurrent();
    }
}

void ConfigPreview::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    QPainter painter(viewport());
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        if (blockBoundingGeometry(block).translated(contentOffset()).top() > viewport()->height())
            break;
        paintNote(&painter, block);
        paintHovered(&painter, block);
    }
}

void ConfigPreview::paintNote(QPainter *painter, const QTextBlock &block) const
{
    const qsizetype number = block.blockNumber();
    if (number >= m_lines.size() || m_lines.at(number).note.isEmpty())
        return;
    const PreviewLine &line = m_lines.at(number);
    const StateStyle style = Theme::fromPalette(palette()).state(line.state);
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    const qreal textEnd = place.left() + fontMetrics().horizontalAdvance(line.text) + noteGap;
    QRectF room(textEnd, place.top(), viewport()->width() - noteMargin - textEnd, place.height());
    if (room.width() < noteGap)
        return;
    QFont plain = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    painter->setFont(plain);
    painter->setPen(style.text);
    const QString note = QString(style.glyph) + u' ' + line.note;
    const QString shown = QFontMetricsF(plain).elidedText(note, Qt::ElideRight, room.width());
    painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, shown);
}

bool ConfigPreview::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const qsizetype number = cursorForPosition(help->pos()).blockNumber();
        const QString note = number < m_lines.size() ? m_lines.at(number).note : QString();
        // Escaped: a tool tip would otherwise guess at rich text.
        QToolTip::showText(help->globalPos(), note.toHtmlEscaped(), viewport());
        return true;
    }
    if (event->type() == QEvent::MouseMove)
        pointerAt(static_cast<QMouseEvent *>(event)->position().toPoint());
    else if (event->type() == QEvent::Leave)
        pointerAt({});
    return QPlainTextEdit::viewportEvent(event);
}

void ConfigPreview::pointerAt(std::optional<QPoint> place)
{
    std::optional<int> entry;
    if (place) {
        const QTextBlock block = cursorForPosition(*place).block();
        const bool isOn = blockBoundingGeometry(block).translated(contentOffset()).contains(*place);
        if (isOn && block.blockNumber() < m_lines.size())
            entry = m_lines.at(block.blockNumber()).entry;
    }
    if (entry == m_pointedAt)
        return;
    m_pointedAt = entry;
    Q_EMIT entryHovered(entry);
}

void ConfigPreview::setHoveredEntry(std::optional<int> entry)
{
    if (entry == m_hovered)
        return;
    m_hovered = entry;
    viewport()->update();
}

void ConfigPreview::paintHovered(QPainter *painter, const QTextBlock &block) const
{
    const qsizetype number = block.blockNumber();
    if (!m_hovered || number >= m_lines.size() || m_lines.at(number).entry != m_hovered)
        return;
    QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    place.setRight(viewport()->width());
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(Theme::fromPalette(palette()).selection, 1, Qt::DotLine));
    painter->drawRect(place.adjusted(0.5, 0.5, -1.5, -0.5));
}

} // namespace rootward
