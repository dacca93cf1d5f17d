// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "jsonwriter.h"

#include <QBuffer>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <rapidcheck.h>

using namespace Qt::StringLiterals;
using namespace rootward;

namespace {

QByteArray written(const std::function<void(JsonWriter &)> &write)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        JsonWriter json(buffer);
        write(json);
    }
    return buffer.data();
}

QByteArray textDocument(const QString &text)
{
    return written([&](JsonWriter &json) {
        const auto object = json.object();
        json.member("text"_L1, text);
    });
}

} // namespace

class TestJsonWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void membersKeepTheirOrderAndKind()
    {
        const QByteArray bytes = written([](JsonWriter &json) {
            const auto object = json.object();
            json.member("z"_L1, 1);
            json.member("a"_L1, std::optional<bool>());
            json.member("b"_L1, true);
            json.memberOrNull("c"_L1, {});
            json.member("d"_L1, 2.5);
            const auto array = json.array("list"_L1);
            json.value(PciAddress {0, 0xb, 0, 0});
            const auto empty = json.object();
        });
        QCOMPARE(
            bytes,
            QByteArray("{\n  \"z\": 1,\n  \"a\": null,\n  \"b\": true,\n  \"c\": null,\n"
                       "  \"d\": 2.5,\n  \"list\": [\n    \"0000:0b:00.0\",\n    {}\n  ]\n}\n"));
    }

    void everyTextComesBackAsItWas()
    {
        QVERIFY(rc::check([](const std::u16string &raw) {
            QString text = QString::fromStdU16String(raw);
            text.removeIf([](QChar character) { return character.isSurrogate(); });
            const auto document = QJsonDocument::fromJson(textDocument(text));
            RC_ASSERT(document.object()[u"text"].toString() == text);
        }));
        const QString hostile = u"\"\\\n\r\t\x01\x7f </script> ü 漢 \U0001F600"_s;
        QCOMPARE(QJsonDocument::fromJson(textDocument(hostile)).object()[u"text"].toString(),
                 hostile);
    }

    void aLoneSurrogateStaysValidJson()
    {
        QJsonParseError error;
        QJsonDocument::fromJson(textDocument(QString(QChar(0xd800))), &error);
        QCOMPARE(error.error, QJsonParseError::NoError);
    }
};

QTEST_GUILESS_MAIN(TestJsonWriter)
#include "tst_jsonwriter.moc"
