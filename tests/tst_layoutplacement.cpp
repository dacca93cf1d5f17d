#include <QTest>
class tst_layoutplacement : public QObject { Q_OBJECT };
QTEST_GUILESS_MAIN(tst_layoutplacement)
#include "tst_layoutplacement.moc"
