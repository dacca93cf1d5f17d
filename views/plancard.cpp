// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "plancard.h"

#include "icons.h"
#include "outcomemodel.h"
#include "theme.h"
#include "verdictstate.h"
#include "widthchips.h"

#include <QCheckBox>
#include <QEvent>
#include <QFontDatabase>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <array>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr std::array checkColumns {PlanModel::AllFunctions, PlanModel::SeparateSlots,
                                   PlanModel::PciExpress, PlanModel::PrimaryGpu, PlanModel::RomBar};

QLabel *plainLabel()
{
    auto *label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// What the card's guest driver asks for; 32 and 64 bit where it asks for nothing.
QList<Width> askedOf(const EntryOutcome &outcome)
{
    const QList<Width> asked = outcome.leading < 0
        ? QList<Width>()
        : askedWidths(outcome.functions.at(outcome.leading).driver.name);
    return asked.isEmpty() ? QList<Width> {Width::W32, Width::W64} : asked;
}

void setTextColor(QWidget *widget, const QColor &color)
{
    QPalette colors = widget->palette();
    colors.setColor(QPalette::WindowText, color);
    widget->setPalette(colors);
}

} // namespace

PlanCard::PlanCard(PlanModel *model, int row, QWidget *parent)
    : QFrame(parent), m_model(model), m_row(model->index(row, 0)), m_name(new QToolButton),
      m_letter(plainLabel()), m_title(plainLabel()), m_remove(new QToolButton),
      m_noEffect(plainLabel()), m_chips(new WidthChips), m_note(plainLabel()),
      m_value(new QLineEdit)
{
    m_noEffect->setWordWrap(true);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_value->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_value->setObjectName(u"value"_s);
    connect(m_value, &QLineEdit::editingFinished, this, &PlanCard::submitValue);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 10, 9);
    layout->setSpacing(4);
    layout->addLayout(makeHeading());
    layout->addWidget(m_value);
    layout->addLayout(makeChecks());
    layout->addWidget(m_noEffect);
    layout->addLayout(makeOutcome());
    layout->addWidget(m_note);
    for (QWidget *child : findChildren<QWidget *>())
        child->installEventFilter(this);
    refresh();
}

QLayout *PlanCard::makeHeading()
{
    QFont bold = font();
    bold.setBold(true);
    m_name->setFont(bold);
    m_name->setAutoRaise(true);
    m_name->setToolTip(tr("Number of the line, and the driver in the guest"));
    connect(m_name, &QToolButton::clicked, this, &PlanCard::showMenu);
    m_letter->setAlignment(Qt::AlignCenter);
    m_letter->setAutoFillBackground(true);
    m_letter->setFont(bold);
    m_letter->setFixedSize(fontMetrics().height() + 2, fontMetrics().height() + 2);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_remove->setAutoRaise(true);
    m_remove->setObjectName(u"remove"_s);
    connect(m_remove, &QToolButton::clicked, this, [this] { Q_EMIT removeRequested(entry()); });

    auto *heading = new QHBoxLayout;
    heading->setContentsMargins(0, 0, 0, 0);
    heading->setSpacing(7);
    heading->addWidget(m_name);
    heading->addWidget(m_letter);
    heading->addWidget(m_title, 1);
    heading->addWidget(m_remove);
    return heading;
}

QLayout *PlanCard::makeChecks()
{
    auto *grid = new QGridLayout;
    grid->setVerticalSpacing(3);
    for (const PlanModel::Column column : checkColumns) {
        const auto count = static_cast<int>(m_checks.size());
        auto *box = new QCheckBox(m_model->headerData(column, Qt::Horizontal).toString());
        connect(box, &QCheckBox::clicked, this, [this, column](bool on) {
            m_model->setData(index(column), on ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
        });
        grid->addWidget(box, count / 2, count % 2);
        m_checks.append({column, box});
    }
    return grid;
}

QLayout *PlanCard::makeOutcome()
{
    auto *row = new QHBoxLayout;
    row->addWidget(new QLabel(tr("Guest root port")));
    row->addStretch();
    row->addWidget(m_chips);
    return row;
}

QModelIndex PlanCard::index(PlanModel::Column column) const
{
    return m_model->index(m_row.row(), column);
}

int PlanCard::entry() const
{
    return m_row.data(PlanModel::EntryRole).toInt();
}

void PlanCard::refresh()
{
    if (!m_row.isValid())
        return;
    const QString name = m_row.data().toString();
    setObjectName(name);
    m_name->setText(name + u" ▾"_s);
    m_name->setAccessibleName(tr("Number and driver of %1").arg(name));
    const QString letter = m_row.data(PlanModel::LetterRole).toString();
    m_letter->setText(letter);
    m_letter->setVisible(!letter.isEmpty());
    const QString title = m_row.data(PlanModel::TitleRole).toString();
    const QString address = m_row.data(PlanModel::AddressRole).toString();
    m_title->setText(cardName(title));
    m_title->setToolTip(u"%1\n%2"_s.arg(title, address).toHtmlEscaped());
    const bool isLine = entry() >= 0;
    m_remove->setVisible(isLine);
    m_value->setVisible(isLine);
    m_remove->setAccessibleName(tr("Remove %1").arg(name));
    m_remove->setToolTip(tr("Remove %1 from the plan").arg(name));
    for (const Check &check : m_checks) {
        const QModelIndex cell = index(check.column);
        check.box->setVisible(isLine);
        check.box->setChecked(cell.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked);
        check.box->setEnabled(cell.flags().testFlag(Qt::ItemIsUserCheckable));
        check.box->setAccessibleName(tr("%1 of %2").arg(check.box->text(), name));
        check.box->setToolTip(cell.data(Qt::ToolTipRole).toString().toHtmlEscaped());
    }
    m_noEffect->setText(tr("One function: All Functions has no effect"));
    m_noEffect->setVisible(m_row.data(PlanModel::NoEffectRole).toBool());
    const EntryOutcome outcome = m_model->outcome().entries.value(m_row.row());
    m_chips->setAnswers(outcome.rootPort, askedOf(outcome));
    m_note->setText(m_row.data(PlanModel::NoteRole).toString());
    // What is offered needs no words beside the marks.
    m_note->setVisible(!m_note->text().isEmpty() && outcome.verdict != EntryVerdict::Offered);
    if (!m_value->hasFocus() || !m_value->isModified())
        m_value->setText(index(PlanModel::Value).data().toString());
    m_value->setAccessibleName(tr("Text of %1").arg(name));
    updateColors();
}

void PlanCard::updateColors()
{
    const Theme theme = Theme::fromPalette(palette());
    const auto verdict = static_cast<EntryVerdict>(m_row.data(PlanModel::VerdictRole).toInt());
    QPalette letter = palette();
    letter.setColor(QPalette::Window, theme.letterBadge);
    letter.setColor(QPalette::WindowText, theme.letterText);
    m_letter->setPalette(letter);
    setTextColor(m_noEffect, theme.dimText);
    setTextColor(m_note, theme.state(hopState(verdict)).text);
    m_remove->setIcon(lineIcon("remove"_L1, palette()));
}

void PlanCard::showMenu()
{
    auto *menu = new QMenu(m_name);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (entry() >= 0)
        addNumbers(menu);
    addDrivers(menu->addMenu(tr("Driver in the guest")));
    menu->popup(m_name->mapToGlobal(m_name->rect().bottomLeft()));
}

void PlanCard::addNumbers(QMenu *menu)
{
    for (int number = 0; number < maxHostpciEntries; ++number) {
        QAction *action = menu->addAction(u"hostpci%1"_s.arg(number));
        action->setCheckable(true);
        action->setChecked(number == entry());
        action->setEnabled(m_model->plan().entry(number) == nullptr);
        connect(action, &QAction::triggered, this,
                [this, number] { Q_EMIT moveRequested(entry(), number); });
    }
    menu->addSeparator();
}

void PlanCard::addDrivers(QMenu *menu)
{
    const QString chosen = m_model->plan().driverFor(entry());
    const auto add = [&](const QString &text, const QString &driver) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(driver == chosen);
        connect(action, &QAction::triggered, this,
                [this, driver] { Q_EMIT driverRequested(entry(), driver); });
    };
    add(tr("By device"), {});
    menu->addSeparator();
    for (const QString &driver : guestDriverNames())
        add(driver, driver);
}

void PlanCard::submitValue()
{
    if (!m_row.isValid() || !m_value->isModified())
        return;
    m_value->setModified(false);
    m_model->setData(index(PlanModel::Value), m_value->text(), Qt::EditRole);
}

void PlanCard::setCurrent(bool current)
{
    m_current = current;
    update();
}

void PlanCard::paintEvent(QPaintEvent *)
{
    const Theme theme = Theme::fromPalette(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_current ? theme.selection : theme.boxBorder, m_current ? 2 : 1));
    // Styles outline their fields darker than the window: on a dark base that would not be seen.
    painter.setBrush(palette().color(theme.isDark ? QPalette::Window : QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 7, 7);
    if (!m_hovered)
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.selection, 1, Qt::DotLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(3.5, 3.5, -3.5, -3.5), 5, 5);
}

void PlanCard::setHovered(bool hovered)
{
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    update();
}

void PlanCard::enterEvent(QEnterEvent *event)
{
    QFrame::enterEvent(event);
    if (m_row.isValid())
        Q_EMIT pointerEntered(entry());
}

void PlanCard::leaveEvent(QEvent *event)
{
    QFrame::leaveEvent(event);
    Q_EMIT pointerLeft();
}

void PlanCard::mousePressEvent(QMouseEvent *)
{
    Q_EMIT activated(entry());
}

void PlanCard::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_row.isValid())
        updateColors();
}

// Keyboard focus inside the card makes it the selected one.
bool PlanCard::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusIn && m_row.isValid())
        Q_EMIT activated(entry());
    if (watched == m_value && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape && m_value->isModified()) {
            m_value->setText(index(PlanModel::Value).data().toString());
            return true;
        }
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace rootward
