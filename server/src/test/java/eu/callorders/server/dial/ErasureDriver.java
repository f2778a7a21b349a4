package eu.callorders.server.dial;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.erasure.ErasureWorker;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Runs erasures of a tenant's subjects step by step. */
record ErasureDriver(DialFixture fixture, TestTenant tenant) {
  private static final InstantSource REAL_TIME = InstantSource.system();

  /** Requests an erasure, as an operator does. */
  UUID request(String subject) {
    ErasureRequests erasures =
        new ErasureRequests(canceler(), fixture.units.erasedContacts(), REAL_TIME, fixture.random);
    return fixture
        .database
        .asWorker(connection -> erasures.request(connection, tenant.id(), subject))
        .await();
  }

  private SubjectCanceler canceler() {
    return new SubjectCanceler(
        fixture.orderWriter, fixture.enrollmentStore, fixture.enrollmentWriter);
  }

  ErasureWorker worker() {
    return worker(REAL_TIME);
  }

  ErasureWorker worker(InstantSource realTime) {
    AuditLog audit = new AuditLog(REAL_TIME, new Random(5));
    return new ErasureWorker(
        fixture.database, canceler(), fixture.units.erasedContacts(), audit, realTime);
  }

  /** Runs the worker until nothing is due. */
  void finish() {
    makeDue();
    ErasureWorker eraser = worker();
    while (eraser.runOnce()) {
      fixture.query("SELECT 1");
    }
  }

  /** Makes all pending erasures due. */
  void makeDue() {
    fixture.query("UPDATE erasure SET next_run_at = now() WHERE completed_at IS NULL RETURNING id");
  }

  boolean isDone() {
    return fixture.query("SELECT FROM erasure WHERE completed_at IS NULL").isEmpty();
  }

  static long redacted(List<PlacedOrder> orders) {
    return orders.stream().filter(ErasureDriver::redacted).count();
  }

  static boolean redacted(PlacedOrder order) {
    return order.load().document().redacted();
  }

  long canceled() {
    return fixture.query("SELECT FROM call_order WHERE status = 'canceled'").size();
  }

  List<PlacedOrder> orders(String subject, int count) {
    List<PlacedOrder> orders = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      orders.add(tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).place());
    }
    return orders;
  }

  List<String> actions() {
    return fixture.query("SELECT action FROM audit_entry ORDER BY position").stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
