// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later

// Writes the picture of a host to look at: renderpicture HOST OUT.png [dark] [all]
// [hostpciN=VALUE]... [select=ADDRESS]
#include "examples.h"
#include "exportimage.h"
#include "importers.h"
#include "vmconfig.h"

#include <QFile>
#include <QGuiApplication>
#include <QTextStream>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

Plan planFor(const QString &host, const HostCapture &capture, const QStringList &words)
{
    Plan plan;
    plan.host = capture.topology;
    if (capture.hostKernel)
        plan.hostKernel = *capture.hostKernel;
    if (const Example *example = findExample(host.section(u':', 1))) {
        if (const auto vm = readVmConfig(example->vmConfig(), u"101.conf"_s)) {
            plan.guest = vm->guest;
            plan.entries = vm->entries;
        }
    }
    for (const QString &word : words) {
        if (word.startsWith("hostpci"_L1))
            plan = plan.withEntry(QStringView(word).sliced(7, word.indexOf(u'=') - 7).toInt(),
                                  word.section(u'=', 1));
    }
    return plan;
}

} // namespace

int main(int argc, char **argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    const QStringList words = application.arguments();
    if (words.size() < 3)
        return 64;
    const Result<HostCapture> capture = openHost(words.at(1));
    if (!capture) {
        QTextStream(stderr) << capture.error().toString() << '\n';
        return 65;
    }
    const Plan plan = planFor(words.at(1), *capture, words.sliced(3));
    const PlanOutcome outcome = evaluate(plan);
    DrawingOptions options;
    options.theme = words.contains("dark"_L1) ? Theme::dark() : Theme::light();
    options.unfoldAll = words.contains("all"_L1);
    options.title = capture->label;
    options.hostLabel = u"%1 · %2 functions"_s.arg(capture->label).arg(capture->topology->size());
    options.guestLabel = plan.guest.name + u" · "_s + plan.guest.machine;
    options.date = QDate(2026, 11, 30);
    for (const QString &word : words) {
        if (word.startsWith("select="_L1))
            options.selected = NodeRef::hostFunction(*PciAddress::parse(QStringView(word).sliced(7)));
    }
    const Result<LayoutResult> layout = layOut(layoutRequest(plan, outcome, options));
    if (!layout) {
        QTextStream(stderr) << layout.error().toString() << '\n';
        return 69;
    }
    const Drawing drawing = buildDrawing(plan, outcome, *layout, options);
    QFile file(words.at(2) + u".svg"_s);
    if (file.open(QIODevice::WriteOnly))
        file.write(svg(drawing));
    const Result<QImage> picture = image(drawing, 1);
    return picture && picture->save(words.at(2)) ? 0 : 73;
}
