// SPDX-FileCopyrightText: 2026 The Rootward authors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "libpci.h"

#include <QHash>
#include <QMutex>

#include <array>
#include <csetjmp>
#include <memory>

extern "C" {
#include <pci/pci.h>
}

using namespace Qt::StringLiterals;

namespace rootward::pciids {

namespace {

// libpci reports a fatal error through a handler that must not return; its default ends the
// process. Ours jumps back to the call, over frames of C code only.
thread_local std::jmp_buf *errorTarget = nullptr;

// Clang counts the attribute of pci.h's declaration as a part of the type; this spelling matches.
__attribute__((noreturn)) void fail(char *, ...)
{
    std::longjmp(*errorTarget, 1);
}

void keepQuiet(char *, ...) { }

struct Cleanup {
    void operator()(pci_access *access) const { pci_cleanup(access); }
};

constexpr int lookupFlags = PCI_LOOKUP_NO_NUMBERS | PCI_LOOKUP_NO_HWDB;

class Names {
public:
    Names();

    QString vendor(quint16 id) { return cached(m_vendors, id, PCI_LOOKUP_VENDOR); }
    QString classOf(quint16 id) { return cached(m_classes, id, PCI_LOOKUP_CLASS); }
    QString device(quint16 vendor, quint16 device)
    {
        return lookUp(PCI_LOOKUP_DEVICE, vendor, device);
    }
    const QHash<QString, std::optional<quint16>> &vendorsByName();
    const QHash<QString, quint16> &classesByName();

    QMutex mutex;

private:
    QString cached(QHash<quint16, QString> &cache, quint16 id, int kind);
    QString lookUp(int kind, int first, int second = 0);

    std::unique_ptr<pci_access, Cleanup> m_access;
    QHash<quint16, QString> m_vendors;
    QHash<quint16, QString> m_classes;
    QHash<QString, std::optional<quint16>> m_vendorsByName;
    QHash<QString, quint16> m_classesByName;
};

Names::Names()
{
    m_access.reset(pci_alloc());
    if (!m_access)
        return;
    m_access->error = fail;
    m_access->warning = keepQuiet;
    m_access->debug = keepQuiet;
}

QString Names::lookUp(int kind, int first, int second)
{
    if (!m_access)
        return {};
    std::array<char, 1024> buffer;
    std::jmp_buf target;
    errorTarget = &target;
    const char *name = nullptr;
    if (setjmp(target) == 0) {
        name = pci_lookup_name(m_access.get(), buffer.data(), static_cast<int>(buffer.size()),
                               kind | lookupFlags, first, second);
        errorTarget = nullptr;
        return QString::fromUtf8(name);
    }
    // The library's state after a fatal error is not to be trusted: no names from here on.
    errorTarget = nullptr;
    static_cast<void>(m_access.release());
    return {};
}

QString Names::cached(QHash<quint16, QString> &cache, quint16 id, int kind)
{
    auto known = cache.constFind(id);
    if (known == cache.cend())
        known = cache.insert(id, lookUp(kind, id));
    return *known;
}

const QHash<QString, std::optional<quint16>> &Names::vendorsByName()
{
    if (!m_vendorsByName.isEmpty())
        return m_vendorsByName;
    for (int id = 0; id <= 0xffff; ++id) {
        const QString name = lookUp(PCI_LOOKUP_VENDOR, id);
        if (name.isEmpty())
            continue;
        const bool taken = m_vendorsByName.contains(name);
        m_vendorsByName.insert(name,
                               taken ? std::nullopt : std::optional(static_cast<quint16>(id)));
    }
    return m_vendorsByName;
}

const QHash<QString, quint16> &Names::classesByName()
{
    if (!m_classesByName.isEmpty())
        return m_classesByName;
    constexpr int lastClass = 0x13ff; // base class 13h is the last one that is assigned
    for (int id = lastClass; id >= 0; --id) {
        const QString name = lookUp(PCI_LOOKUP_CLASS, id);
        if (!name.isEmpty())
            m_classesByName.insert(name.toLower(), static_cast<quint16>(id));
    }
    return m_classesByName;
}

Names &names()
{
    static Names instance;
    return instance;
}

} // namespace

QString vendorName(quint16 vendor)
{
    const QMutexLocker lock(&names().mutex);
    return names().vendor(vendor);
}

QString deviceName(quint16 vendor, quint16 device)
{
    const QMutexLocker lock(&names().mutex);
    return names().device(vendor, device);
}

QString className(quint16 classCode)
{
    const QMutexLocker lock(&names().mutex);
    return names().classOf(classCode);
}

QString fullName(quint16 vendor, quint16 device)
{
    const auto digits = [](quint16 id) { return QString::number(id, 16).rightJustified(4, u'0'); };
    const QString maker = vendorName(vendor);
    if (maker.isEmpty())
        return u"Device "_s + digits(vendor) + u':' + digits(device);
    const QString product = deviceName(vendor, device);
    return maker + u' ' + (product.isEmpty() ? u"Device "_s + digits(device) : product);
}

std::optional<NamedVendor> vendorOfName(QStringView text)
{
    const QMutexLocker lock(&names().mutex);
    const auto &vendors = names().vendorsByName();
    for (qsizetype end = text.size(); end > 0; end = text.first(end).lastIndexOf(u' ')) {
        const auto found = vendors.constFind(text.first(end).toString());
        if (found != vendors.cend())
            return NamedVendor {*found, end};
    }
    return std::nullopt;
}

std::optional<quint16> classOfName(QStringView name)
{
    const QMutexLocker lock(&names().mutex);
    const auto &classes = names().classesByName();
    const auto found = classes.constFind(name.toString().toLower());
    return found != classes.cend() ? std::optional(*found) : std::nullopt;
}

} // namespace rootward::pciids
