// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later

// Writes a picture to look at, and OUT.svg beside it:
// renderpicture FILE|example:NAME|random:SEED OUT.png [dark] [all] [hostpciN=VALUE]...
// [select=ADDRESS]
#include "exportimage.h"
#include "importers.h"
#include "pictureplan.h"

#include <QFile>
#include <QGuiApplication>
#include <QTextStream>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

Plan planOf(const QString &source)
{
    const QString name = source.section(u':', 1);
    if (source.startsWith("random:"_L1))
        return randomPlan(name.toUInt());
    if (source.startsWith("example:"_L1))
        return examplePlan(name);
    Plan plan;
    if (const Result<HostCapture> capture = openHost(source))
        plan.host = capture->topology;
    return plan;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QStringList words = QGuiApplication::arguments();
    if (words.size() < 3)
        return 64;
    Plan plan = planOf(words.at(1));
    DrawingOptions options;
    options.theme = words.contains("dark"_L1) ? Theme::dark() : Theme::light();
    options.folding.all = words.contains("all"_L1);
    options.title = words.at(1);
    options.date = QDate(2026, 11, 30);
    for (const QString &word : words) {
        const QString value = word.section(u'=', 1);
        if (word.startsWith("hostpci"_L1))
            plan = plan.withEntry(word.section(u'=', 0, 0).sliced(7).toInt(), value);
        if (word.startsWith("select="_L1))
            options.selected =
                NodeRef::hostFunction(PciAddress::parse(value).value_or(PciAddress {}));
    }
    if (plan.host)
        options.hostLabel = u"%1 functions"_s.arg(plan.host->size());
    options.guestLabel = plan.guest.name + u" · "_s + plan.guest.machine;
    const Pictured picture = pictured(plan, options);
    if (!picture.layout) {
        QTextStream(stderr) << picture.layout.error().toString() << '\n';
        return 69;
    }
    QFile file(words.at(2) + u".svg"_s);
    if (file.open(QIODevice::WriteOnly))
        file.write(svg(picture.drawing));
    const Result<QImage> made = image(picture.drawing, 1);
    return made && made->save(words.at(2)) ? 0 : 73;
}
