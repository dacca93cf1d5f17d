// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureexport.h"

#include "croppedlayout.h"
#include "exportimage.h"
#include "headings.h"
#include "redaction.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(rootward)
};

/// Today, or what reproducible builds name instead (reproducible-builds.org, SOURCE_DATE_EPOCH).
QDate pictureDate()
{
    bool isNumber = false;
    const qint64 seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
    return isNumber ? QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::UTC).date()
                    : QDate::currentDate();
}

DrawingOptions drawingOptions(const ExportRequest &request, const PictureOptions &options)
{
    DrawingOptions result;
    result.theme = request.dark ? Theme::dark() : Theme::light();
    result.folding = options.folding;
    if (request.unfoldAll)
        result.folding.setAll(true);
    result.layers = options.layers;
    result.selected = options.selected;
    result.sentences = options.sentences;
    result.legend = options.legend;
    result.title =
        request.hostLabel.isEmpty() ? Text::tr("Plan without a host") : request.hostLabel;
    result.hostLabel = hostHeading(request.plan, {});
    result.guestLabel = guestHeading(request.plan.guest);
    result.date = pictureDate();
    return result;
}

Result<Drawing> pictureOf(const ExportRequest &request, const PictureOptions &options)
{
    const DrawingOptions shown = drawingOptions(request, options);
    const LayoutRequest asked = layoutRequest(request.plan, request.outcome, shown);
    return layOut(asked).transform([&](const LayoutResult &layout) {
        return buildDrawing(request.plan, request.outcome,
                            options.part ? croppedLayout(asked, layout, *options.part) : layout,
                            shown);
    });
}

ExportRequest shownRequest(const ExportFormat &format, const ExportRequest &request)
{
    return format.redacts(request)
        ? Redaction::of(request.plan, request.hostLabel).redacted(request)
        : request;
}

Result<QByteArray> asSvg(const Drawing &drawing, int)
{
    return svg(drawing);
}

Result<QByteArray> asPng(const Drawing &drawing, int scale)
{
    return image(drawing, scale).transform([](const QImage &pixels) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        pixels.save(&buffer, "PNG");
        return bytes;
    });
}

Result<QByteArray> asPdf(const Drawing &drawing, int)
{
    return pdf(drawing);
}

struct PictureWriter {
    const char *id;
    Result<QByteArray> (*write)(const Drawing &drawing, int scale);
};

constexpr PictureWriter writers[] {
    {"svg", asSvg},
    {"png", asPng},
    {"pdf", asPdf},
};

} // namespace

Result<QByteArray> writeExport(const ExportFormat &format, const ExportRequest &request,
                               const PictureOptions &options)
{
    if (!format.isPicture())
        return format.write(request);
    for (const PictureWriter &writer : writers) {
        if (QLatin1StringView(writer.id) == QLatin1StringView(format.id))
            return exportedDrawing(format, request, options).and_then([&](const Drawing &drawing) {
                return writer.write(drawing, request.scale);
            });
    }
    return std::unexpected(Error {Error::Kind::Unavailable,
                                  Text::tr("this picture cannot be painted"),
                                  QString::fromLatin1(format.id),
                                  {}});
}

Result<Drawing> exportedDrawing(const ExportFormat &format, const ExportRequest &request,
                                const PictureOptions &options)
{
    return pictureOf(shownRequest(format, request), options);
}

} // namespace rootward
