#include <QTest>
class tst_vmdefinitions : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(tst_vmdefinitions)
#include "tst_vmdefinitions.moc"
