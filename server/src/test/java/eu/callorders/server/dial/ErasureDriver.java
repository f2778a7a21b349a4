package eu.callorders.server.dial;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.erasure.ErasureWorker;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Runs erasures of a tenant's subjects step by step. */
record ErasureDriver(DialFixture house, TestTenant tenant) {
  private static final InstantSource REAL_TIME = InstantSource.system();

  /** Requests an erasure, as an operator does. */
  UUID request(String subject) {
    ErasureRequests erasures =
        new ErasureRequests(
            withdrawal(), house.tenants, house.erasedContacts(), REAL_TIME, house.random);
    return house
        .database
        .asWorker(connection -> erasures.request(connection, tenant.id(), subject))
        .await();
  }

  private SubjectCanceler withdrawal() {
    return new SubjectCanceler(
        house.orders, house.book, house.enrollmentStore, house.enrollmentBook);
  }

  ErasureWorker eraser() {
    return eraser(REAL_TIME);
  }

  ErasureWorker eraser(InstantSource realTime) {
    AuditLog audit = new AuditLog(REAL_TIME, new Random(5));
    return new ErasureWorker(
        house.database, withdrawal(), house.tenants, house.erasedContacts(), audit, realTime);
  }

  /** Runs the worker until nothing is due. */
  void finish() {
    lookAgain();
    ErasureWorker eraser = eraser();
    while (eraser.runOnce()) {
      house.query("SELECT 1");
    }
  }

  /** Makes all pending erasures due. */
  void lookAgain() {
    house.query("UPDATE erasure SET next_run_at = now() WHERE completed_at IS NULL RETURNING id");
  }

  boolean done() {
    return house.query("SELECT FROM erasure WHERE completed_at IS NULL").isEmpty();
  }

  static long redacted(List<PlacedOrder> orders) {
    return orders.stream().filter(ErasureDriver::redacted).count();
  }

  static boolean redacted(PlacedOrder order) {
    return order.loaded().document().redacted();
  }
}
