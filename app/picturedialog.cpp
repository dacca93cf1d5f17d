// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "picturedialog.h"

#include "exportimage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QtConcurrentRun>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr QSize previewSize(460, 380);

} // namespace

PictureDialog::PictureDialog(const ExportRequest &request, const PictureOptions &options,
                             const QRectF &visible, QWidget *parent)
    : QDialog(parent), m_request(request), m_options(options), m_visible(visible),
      m_format(new QComboBox), m_scale(new QComboBox), m_part(new QComboBox),
      m_colours(new QComboBox), m_redact(new QCheckBox(tr("Leave names and addresses out"))),
      m_sentences(new QCheckBox(tr("Verdicts in words"))), m_legend(new QCheckBox(tr("Legend"))),
      m_preview(new QLabel), m_size(new QLabel)
{
    setWindowTitle(tr("Picture"));
    setAttribute(Qt::WA_DeleteOnClose);
    makeControls();
    restoreChoices();
    connect(&m_job, &QFutureWatcher<Result<Drawing>>::finished, this, &PictureDialog::showPreview);
    preview();
}

PictureDialog::~PictureDialog()
{
    m_job.waitForFinished();
}

void PictureDialog::makeControls()
{
    for (const ExportFormat &row : exportFormats()) {
        if (row.isPicture())
            m_format->addItem(QCoreApplication::translate("rootward", row.name),
                              QString::fromLatin1(row.id));
    }
    for (const int scale : {1, 2, 3})
        m_scale->addItem(u"%1×"_s.arg(scale), scale);
    m_part->addItems({tr("Whole graph"), tr("Visible part")});
    m_colours->addItems({tr("Light"), tr("Dark")});
    m_preview->setFixedSize(previewSize);
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFrameShape(QFrame::StyledPanel);
    m_preview->setAccessibleName(tr("Preview"));
    m_size->setTextFormat(Qt::PlainText);
    auto *form = new QFormLayout;
    form->addRow(tr("&Format"), m_format);
    form->addRow(tr("&Scale"), m_scale);
    form->addRow(tr("&Part"), m_part);
    form->addRow(tr("&Colours"), m_colours);
    form->addRow(m_redact);
    form->addRow(m_sentences);
    form->addRow(m_legend);
    form->addRow(m_size);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    const auto add = [&](const QString &text, auto signal) {
        auto *button = buttons->addButton(text, QDialogButtonBox::ActionRole);
        connect(button, &QPushButton::clicked, this, signal);
        return button;
    };
    add(tr("Sa&ve…"), &PictureDialog::saveRequested)->setDefault(true);
    add(tr("C&opy"), &PictureDialog::copyRequested);
    add(tr("P&rint…"), &PictureDialog::printRequested);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *columns = new QHBoxLayout;
    columns->addLayout(form);
    columns->addWidget(m_preview);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(columns);
    layout->addWidget(buttons);
    for (QComboBox *box : {m_format, m_scale, m_part, m_colours})
        connect(box, &QComboBox::currentIndexChanged, this, &PictureDialog::preview);
    for (QCheckBox *box : {m_redact, m_sentences, m_legend})
        connect(box, &QCheckBox::toggled, this, &PictureDialog::preview);
}

void PictureDialog::restoreChoices()
{
    const QSettings stored(u"rootward"_s, u"rootward"_s);
    const QSignalBlocker quiet(this);
    const auto choose = [&](QComboBox *box, const QString &key) {
        box->setCurrentIndex(
            std::clamp(stored.value(u"picture/"_s + key, 0).toInt(), 0, box->count() - 1));
    };
    choose(m_format, u"format"_s);
    choose(m_scale, u"scale"_s);
    // Light and the whole are what others can use; they are chosen anew each time.
    m_redact->setChecked(stored.value(u"picture/redact"_s, true).toBool());
    m_sentences->setChecked(stored.value(u"picture/sentences"_s, true).toBool());
    m_legend->setChecked(stored.value(u"picture/legend"_s, true).toBool());
}

void PictureDialog::done(int result)
{
    QSettings stored(u"rootward"_s, u"rootward"_s);
    stored.setValue(u"picture/format"_s, m_format->currentIndex());
    stored.setValue(u"picture/scale"_s, m_scale->currentIndex());
    stored.setValue(u"picture/redact"_s, m_redact->isChecked());
    stored.setValue(u"picture/sentences"_s, m_sentences->isChecked());
    stored.setValue(u"picture/legend"_s, m_legend->isChecked());
    QDialog::done(result);
}

QLatin1StringView PictureDialog::format() const
{
    const ExportFormat *row = findExportFormat(m_format->currentData().toString());
    return QLatin1StringView(row->id);
}

ExportRequest PictureDialog::request() const
{
    ExportRequest request = m_request;
    request.scale = m_scale->currentData().toInt();
    request.dark = m_colours->currentIndex() == 1;
    request.redact = m_redact->isChecked();
    return request;
}

PictureOptions PictureDialog::options() const
{
    PictureOptions options = m_options;
    if (m_part->currentIndex() == 1)
        options.part = m_visible;
    options.sentences = m_sentences->isChecked();
    options.legend = m_legend->isChecked();
    return options;
}

void PictureDialog::preview()
{
    m_scale->setEnabled(format() == "png"_L1);
    m_again = m_job.isRunning();
    if (m_again)
        return;
    const ExportFormat *row = findExportFormat(QString(format()));
    m_job.setFuture(QtConcurrent::run(exportedDrawing, *row, request(), options()));
}

void PictureDialog::showPreview()
{
    if (m_again) {
        preview();
        return;
    }
    const Result<Drawing> drawing = m_job.result();
    if (!drawing) {
        m_preview->setText(drawing.error().toString());
        return;
    }
    const QSizeF whole = drawing->size;
    const double scale = std::min({1.0, previewSize.width() / std::max(1.0, whole.width()),
                                   previewSize.height() / std::max(1.0, whole.height())});
    const double ratio = devicePixelRatioF();
    QPixmap pixmap((whole * scale * ratio).toSize().expandedTo({1, 1}));
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(drawing->theme.background);
    QPainter painter(&pixmap);
    painter.scale(scale, scale);
    paint(*drawing, &painter, QRectF(QPointF(), whole));
    painter.end();
    m_preview->setPixmap(pixmap);
    const int factor = format() == "png"_L1 ? m_scale->currentData().toInt() : 1;
    m_size->setText(
        tr("%1 × %2 pixels").arg(int(whole.width() * factor)).arg(int(whole.height() * factor)));
}

} // namespace rootward
