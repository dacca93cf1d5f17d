// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "printpicture.h"

#include "exportimage.h"

#include <QPainter>
#include <QPrintPreviewDialog>
#include <QPrinter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

constexpr double pixelsPerInch = 96; ///< of the drawing

} // namespace

void printPicture(const Drawing &drawing, QPrinter *printer)
{
    QPainter painter;
    if (!painter.begin(printer))
        return;
    const QRectF page = printer->pageRect(QPrinter::DevicePixel);
    const double natural = printer->resolution() / pixelsPerInch;
    const double scale = std::min(
        {natural, page.width() / drawing.size.width(), page.height() / drawing.size.height()});
    painter.scale(scale, scale);
    paint(drawing, &painter, QRectF(QPointF(), drawing.size));
}

void showPrintPreview(const Drawing &drawing, QWidget *parent)
{
    auto *printer = new QPrinter(QPrinter::HighResolution);
    printer->setDocName(u"Rootward"_s);
    printer->setPageOrientation(drawing.size.width() > drawing.size.height()
                                    ? QPageLayout::Landscape
                                    : QPageLayout::Portrait);
    auto *dialog = new QPrintPreviewDialog(printer, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QPrintPreviewDialog::paintRequested, dialog,
                     [drawing](QPrinter *target) { printPicture(drawing, target); });
    QObject::connect(dialog, &QObject::destroyed, dialog, [printer] { delete printer; });
    dialog->open();
}

} // namespace rootward
