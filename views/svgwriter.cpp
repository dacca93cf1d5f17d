// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "drawingstyle.h"
#include "exportimage.h"

#include <QSet>
#include <QXmlStreamWriter>

using namespace Qt::StringLiterals;

namespace rootward {

namespace {

QString number(double value)
{
    QString text = QString::number(value, 'f', 2);
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text == "-0"_L1 ? u"0"_s : text;
}

/// Characters that XML 1.0 admits (section 2.2).
QString xmlText(const QString &text)
{
    QString clean;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar character = text.at(i);
        if (character.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
            clean += character;
            clean += text.at(++i);
        } else if (!character.isSurrogate() && character >= u' ' && character < u'\ufffe') {
            clean += character;
        }
    }
    return clean;
}

class SvgWriter {
public:
    explicit SvgWriter(const Drawing &drawing)
        : m_drawing(drawing), m_theme(drawing.theme), m_xml(&m_bytes)
    {
    }

    QByteArray write()
    {
        m_xml.writeStartDocument();
        m_xml.writeStartElement("svg"_L1);
        m_xml.writeDefaultNamespace("http://www.w3.org/2000/svg"_L1);
        const QString width = number(m_drawing.size.width());
        const QString height = number(m_drawing.size.height());
        attribute("width"_L1, width);
        attribute("height"_L1, height);
        attribute("viewBox"_L1, u"0 0 "_s + width + u' ' + height);
        attribute("font-family"_L1, u"DejaVu Sans, Noto Sans, sans-serif"_s);
        writePattern();
        rectangle(QRectF(QPointF(), m_drawing.size), 0);
        attribute("fill"_L1, m_theme.background.name());
        m_xml.writeEndElement();
        writeSurroundings();
        for (const DrawnOutline &outline : m_drawing.outlines)
            writeOutline(outline);
        for (const DrawnRibbon &ribbon : m_drawing.ribbons)
            writeRibbon(ribbon);
        for (const DrawnHop &hop : m_drawing.hops)
            writeHop(hop);
        for (const DrawnBox &box : m_drawing.boxes)
            writeBox(box);
        m_xml.writeEndDocument();
        return m_bytes;
    }

private:
    void attribute(QLatin1StringView name, const QString &value)
    {
        m_xml.writeAttribute(name, value);
    }

    void rectangle(const QRectF &rect, double radius)
    {
        m_xml.writeStartElement("rect"_L1);
        attribute("x"_L1, number(rect.x()));
        attribute("y"_L1, number(rect.y()));
        attribute("width"_L1, number(rect.width()));
        attribute("height"_L1, number(rect.height()));
        if (radius > 0)
            attribute("rx"_L1, number(radius));
    }

    void stroke(const Stroke &stroke)
    {
        attribute("stroke"_L1, stroke.color.name());
        attribute("stroke-width"_L1, number(stroke.width));
        if (stroke.dashes.isEmpty())
            return;
        QStringList dashes;
        for (const double dash : stroke.dashes)
            dashes.append(number(dash));
        attribute("stroke-dasharray"_L1, dashes.join(u' '));
    }

    void writePattern()
    {
        m_xml.writeStartElement("defs"_L1);
        m_xml.writeStartElement("pattern"_L1);
        attribute("id"_L1, u"hatch"_s);
        attribute("width"_L1, number(hatchStep));
        attribute("height"_L1, number(hatchStep));
        attribute("patternUnits"_L1, u"userSpaceOnUse"_s);
        m_xml.writeStartElement("path"_L1);
        const QString step = number(hatchStep);
        attribute("d"_L1,
                  u"M-1,1 L1,-1 M0,%1 L%1,0 M%2,%3 L%3,%2"_s.arg(step, number(hatchStep - 1),
                                                                 number(hatchStep + 1)));
        attribute("stroke"_L1, m_theme.hatch.name());
        attribute("stroke-width"_L1, u"1.2"_s);
        m_xml.writeEndElement();
        m_xml.writeEndElement();
        m_xml.writeEndElement();
    }

    void writeText(const DrawnText &text)
    {
        if (text.text.isEmpty())
            return;
        const QFont font = drawingFont(text.style);
        m_xml.writeStartElement("text"_L1);
        attribute("x"_L1, number(text.rect.left()));
        attribute("y"_L1, number(text.rect.top() + textAscent(text.style)));
        attribute("font-size"_L1, QString::number(font.pixelSize()));
        if (font.bold())
            attribute("font-weight"_L1, u"bold"_s);
        attribute("fill"_L1, text.color.name());
        attribute("textLength"_L1, number(text.rect.width()));
        attribute("lengthAdjust"_L1, u"spacingAndGlyphs"_s);
        m_xml.writeCharacters(xmlText(text.text));
        m_xml.writeEndElement();
    }

    void line(const QPointF &from, const QPointF &to, const Stroke &style)
    {
        m_xml.writeStartElement("line"_L1);
        attribute("x1"_L1, number(from.x()));
        attribute("y1"_L1, number(from.y()));
        attribute("x2"_L1, number(to.x()));
        attribute("y2"_L1, number(to.y()));
        stroke(style);
        m_xml.writeEndElement();
    }

    void writeBadge(HopState state, const QRectF &badge)
    {
        m_xml.writeStartElement("circle"_L1);
        attribute("cx"_L1, number(badge.center().x()));
        attribute("cy"_L1, number(badge.center().y()));
        attribute("r"_L1, number(badge.width() / 2));
        attribute("fill"_L1, m_theme.state(state).stroke.name());
        m_xml.writeEndElement();
        writeText(badgeGlyph(m_theme, state, badge));
    }

    void writeLetterSquare(const QRectF &square)
    {
        rectangle(square, letterRadius);
        attribute("fill"_L1, m_theme.letterBadge.name());
        m_xml.writeEndElement();
    }

    void writeSurroundings()
    {
        if (m_drawing.divider > 0)
            line(QPointF(m_drawing.divider, m_drawing.trees.top()),
                 QPointF(m_drawing.divider, m_drawing.trees.bottom()), dividerStroke(m_theme));
        for (const DrawnMark &mark : m_drawing.marks)
            writeBadge(mark.state, mark.badge);
        for (const QRectF &square : m_drawing.letterRects)
            writeLetterSquare(square);
        for (const DrawnText &text : m_drawing.texts)
            writeText(text);
    }

    void hatch(const QRectF &rect, double radius)
    {
        rectangle(rect, radius);
        attribute("fill"_L1, u"url(#hatch)"_s);
        m_xml.writeEndElement();
    }

    void writeOutline(const DrawnOutline &outline)
    {
        const BoxLook look = outlineLook(m_theme, outline);
        rectangle(outline.rect, outlineRadius);
        attribute("fill"_L1, look.fill.name());
        stroke(look.border);
        m_xml.writeEndElement();
        rectangle(outlineLabelGround(outline), 0);
        attribute("fill"_L1, look.fill.name());
        m_xml.writeEndElement();
        writeText(outline.label);
    }

    void writeRibbon(const DrawnRibbon &ribbon)
    {
        const BoxLook look = ribbonLook(m_theme, ribbon);
        m_xml.writeStartElement("g"_L1);
        attribute("class"_L1, u"ribbon"_s);
        m_xml.writeTextElement("title"_L1,
                               xmlText(ribbon.host.toString() + u" = "_s + ribbon.guest.toString()
                                       + u": "_s + hopStateText(ribbon.state)));
        rectangle(ribbon.rect, 0);
        attribute("fill"_L1, look.fill.name());
        m_xml.writeEndElement();
        if (look.hatched)
            hatch(ribbon.rect, 0);
        line(ribbon.rect.topLeft(), ribbon.rect.topRight(), look.border);
        line(ribbon.rect.bottomLeft(), ribbon.rect.bottomRight(), look.border);
        writeText(ribbon.glyph);
        m_xml.writeEndElement();
    }

    void polyline(const QPolygonF &points, const Stroke &style)
    {
        QStringList places;
        for (const QPointF &point : points)
            places.append(number(point.x()) + u',' + number(point.y()));
        m_xml.writeStartElement("polyline"_L1);
        attribute("points"_L1, places.join(u' '));
        attribute("fill"_L1, u"none"_s);
        attribute("stroke-linejoin"_L1, u"round"_s);
        stroke(style);
        m_xml.writeEndElement();
    }

    void writeHop(const DrawnHop &hop)
    {
        if (hop.selected)
            polyline(hop.line, haloStroke(m_theme, hop));
        polyline(hop.line, hopStroke(m_theme, hop));
    }

    /// Ids hold no space and occur once, whatever the names are.
    QString idOf(const NodeRef &ref)
    {
        QString id;
        for (const QChar character : ref.toString()) {
            const bool plain = character.unicode() < 0x80
                && (character.isLetterOrNumber() || u":._-"_s.contains(character));
            id += plain ? character : QChar(u'_');
        }
        while (m_ids.contains(id))
            id += u'_';
        m_ids.insert(id);
        return id;
    }

    void writeBox(const DrawnBox &box)
    {
        m_xml.writeStartElement("g"_L1);
        attribute("id"_L1, idOf(box.ref));
        if (box.muted)
            attribute("opacity"_L1, number(mutedOpacity));
        m_xml.writeTextElement("title"_L1, xmlText(box.accessibleText));
        const BoxLook look = boxLook(m_theme, box);
        if (box.selected || box.found) {
            rectangle(box.rect.adjusted(-ringGap, -ringGap, ringGap, ringGap), boxRadius + ringGap);
            attribute("fill"_L1, u"none"_s);
            stroke(ringStroke(m_theme, box));
            m_xml.writeEndElement();
        }
        rectangle(box.rect, boxRadius);
        attribute("fill"_L1, look.fill.name());
        stroke(look.border);
        m_xml.writeEndElement();
        if (look.hatched)
            hatch(box.rect, boxRadius);
        for (const DrawnChip &chip : box.chips) {
            rectangle(chip.rect, chipRadius);
            attribute("fill"_L1, m_theme.box.name());
            stroke(chipStroke(m_theme, chip));
            m_xml.writeEndElement();
            writeText(chip.text);
        }
        if (!box.letterRect.isNull())
            writeLetterSquare(box.letterRect);
        for (const DrawnText &text : box.texts)
            writeText(text);
        writeText(box.bus);
        if (!box.badge.isNull())
            writeBadge(box.state, box.badge);
        m_xml.writeEndElement();
    }

    const Drawing &m_drawing;
    const Theme &m_theme;
    QByteArray m_bytes;
    QXmlStreamWriter m_xml;
    QSet<QString> m_ids;
};

} // namespace

QByteArray svg(const Drawing &drawing)
{
    return SvgWriter(drawing).write();
}

} // namespace rootward
