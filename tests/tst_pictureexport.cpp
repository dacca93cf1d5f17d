// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "exportplans.h"
#include "pictureexport.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace rootward;
using namespace handmade;

namespace {

ExportRequest namedRequest()
{
    Plan plan = machinePlan("q35", {u"0b:00.0,pcie=1,romfile=secret.rom"_s});
    plan.guest.name = u"payroll"_s;
    return requestFor(plan);
}

} // namespace

class tst_pictureexport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPictureHasItsSignature()
    {
        const QHash<QString, QByteArray> signatures {
            {u"svg"_s, "<?xml"}, {u"png"_s, "\x89PNG"}, {u"pdf"_s, "%PDF-"}};
        int pictures = 0;
        for (const ExportFormat &format : exportFormats()) {
            if (!format.isPicture())
                continue;
            ++pictures;
            const auto bytes = writeExport(format, namedRequest());
            QVERIFY2(bytes, format.id);
            QVERIFY2(bytes->startsWith(signatures.value(QString::fromLatin1(format.id), "none")),
                     format.id);
        }
        QCOMPARE(pictures, signatures.size());
    }

    void aPictureIsRedactedUnlessAskedOtherwise()
    {
        const ExportFormat &svg = *findExportFormat(u"svg");
        const auto closed = writeExport(svg, namedRequest());
        QVERIFY(closed);
        for (const auto *secret : {"workstation", "payroll", "secret"})
            QVERIFY2(!closed->contains(secret), secret);
        QVERIFY(closed->contains("host A"));
        QVERIFY(closed->contains("0b:00.0"));

        ExportRequest request = namedRequest();
        request.redact = false;
        const auto open = writeExport(svg, request);
        QVERIFY(open);
        QVERIFY(open->contains("workstation-7"));
        QVERIFY(open->contains("payroll"));
    }
};

QTEST_MAIN(tst_pictureexport)
#include "tst_pictureexport.moc"
