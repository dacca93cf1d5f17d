// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pictureexport.h"

#include "drawing.h"
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

Result<Drawing> pictureOf(const ExportRequest &request)
{
    DrawingOptions options;
    options.theme = request.dark ? Theme::dark() : Theme::light();
    options.folding.all = request.unfoldAll;
    options.title =
        request.hostLabel.isEmpty() ? Text::tr("Plan without a host") : request.hostLabel;
    options.hostLabel = hostHeading(request.plan, {});
    options.guestLabel = guestHeading(request.plan.guest);
    options.date = pictureDate();
    const auto layout = layOut(layoutRequest(request.plan, request.outcome, options));
    if (!layout)
        return std::unexpected(layout.error());
    return buildDrawing(request.plan, request.outcome, *layout, options);
}

Result<QByteArray> writeSvg(const ExportRequest &request)
{
    return pictureOf(request).transform(svg);
}

Result<QByteArray> writePng(const ExportRequest &request)
{
    const auto painted = pictureOf(request).and_then(
        [&](const Drawing &drawing) { return image(drawing, request.scale); });
    return painted.transform([](const QImage &pixels) {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        pixels.save(&buffer, "PNG");
        return bytes;
    });
}

Result<QByteArray> writePdf(const ExportRequest &request)
{
    return pictureOf(request).transform(pdf);
}

struct PictureWriter {
    const char *id;
    Result<QByteArray> (*write)(const ExportRequest &request);
};

constexpr PictureWriter writers[] {
    {"svg", writeSvg},
    {"png", writePng},
    {"pdf", writePdf},
};

} // namespace

Result<QByteArray> writeExport(const ExportFormat &format, const ExportRequest &request)
{
    if (!format.isPicture())
        return format.write(request);
    const ExportRequest shown = format.redacts(request)
        ? Redaction::of(request.plan, request.hostLabel).redacted(request)
        : request;
    for (const PictureWriter &writer : writers) {
        if (QLatin1StringView(writer.id) == QLatin1StringView(format.id))
            return writer.write(shown);
    }
    return std::unexpected(Error {Error::Kind::Unavailable,
                                  Text::tr("this picture cannot be painted"),
                                  QString::fromLatin1(format.id),
                                  {}});
}

} // namespace rootward
