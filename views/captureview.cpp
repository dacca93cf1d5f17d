// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "captureview.h"

#include "printable.h"
#include "textlines.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr int linesAround = 1000;
constexpr qsizetype longestLine = 1000;
constexpr int numberWidth = 6;

/// The lines from `first` to `last`, each behind its number.
QString numberedLines(const QByteArray &bytes, int first, int last)
{
    QString text;
    QByteArrayView line;
    int number = 0;
    for (qsizetype position = 0; number < last && takeTextLine(bytes, position, line);) {
        if (++number < first)
            continue;
        const QByteArrayView shown = line.first(std::min(line.size(), longestLine));
        const QString words = QString::fromUtf8(shown).replace(u'\t', "        "_L1);
        const auto begin = std::ranges::find_if_not(words, [](QChar c) { return c == u' '; });
        text += u"%1  "_s.arg(number, numberWidth) + QString(begin - words.begin(), u' ')
            + printable(words, words.size()) + u'\n';
    }
    text.chop(1);
    return text;
}

} // namespace

CaptureView::CaptureView(QWidget *parent)
    : QWidget(parent), m_source(new QComboBox), m_text(new QPlainTextEdit)
{
    m_source->setAccessibleName(tr("File of the capture"));
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_text->setAccessibleName(tr("Text of the capture"));
    m_text->setReadOnly(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_text->setFrameShape(QFrame::NoFrame);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_source);
    layout->addWidget(m_text, 1);
    connect(m_source, &QComboBox::activated, this, [this](int source) {
        m_lines = {.source = source};
        showSource();
    });
    setSources({});
}

void CaptureView::setSources(const QList<CaptureSource> &sources)
{
    m_sources = sources;
    m_lines = {};
    m_source->clear();
    for (const CaptureSource &source : sources)
        m_source->addItem(printable(source.name));
    m_source->setVisible(sources.size() > 1);
    showSource();
}

void CaptureView::showLines(const SourceLines &lines)
{
    if (lines.first <= 0 || lines.source >= m_sources.size() || lines == m_lines)
        return;
    m_lines = lines;
    m_source->setCurrentIndex(lines.source);
    showSource();
}

void CaptureView::showSource()
{
    m_text->setExtraSelections({});
    if (m_lines.source >= m_sources.size()) {
        m_text->setPlainText(tr("No capture."));
        return;
    }
    const QByteArray &bytes = m_sources.at(m_lines.source).bytes;
    if (bytes.isEmpty()) {
        m_text->setPlainText(tr("This source has no text."));
        return;
    }
    const int first = std::max(m_lines.first - linesAround, 1);
    m_text->setPlainText(
        numberedLines(bytes, first, std::max(m_lines.last, m_lines.first) + linesAround));
    if (m_lines.first <= 0)
        return;
    QTextCursor cursor(m_text->document()->findBlockByNumber(m_lines.first - first));
    const QTextCursor start = cursor;
    const int marked = std::max(m_lines.last - m_lines.first, 0);
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor, marked);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    QTextEdit::ExtraSelection selection;
    selection.cursor = cursor;
    selection.format.setBackground(palette().brush(QPalette::AlternateBase));
    selection.format.setProperty(QTextFormat::FullWidthSelection, true);
    m_text->setExtraSelections({selection});
    // From the end back: the first of them is to be seen, and what follows it.
    m_text->moveCursor(QTextCursor::End);
    m_text->setTextCursor(start);
}

QString CaptureView::markedText() const
{
    if (m_text->extraSelections().isEmpty())
        return {};
    QStringList lines =
        m_text->extraSelections().constFirst().cursor.selection().toPlainText().split(u'\n');
    for (QString &line : lines)
        line.remove(0, numberWidth + 2);
    return lines.join(u'\n');
}

} // namespace rootward
