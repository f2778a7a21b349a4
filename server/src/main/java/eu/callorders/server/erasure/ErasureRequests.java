package eu.callorders.server.erasure;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.ErasedContactStore.Times;
import eu.callorders.server.database.Locks;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.http.Cursors.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Takes in that a person is to be erased. The newest page of what is under way for the person is
 * canceled at once; the rest, and what is held, follow page by page, see {@link ErasureWorker}.
 */
public final class ErasureRequests {
  private static final Position NEWEST =
      SubjectCanceler.until(Instant.parse("9999-12-31T00:00:00Z"));

  private final ErasureStore store = new ErasureStore();
  private final SubjectCanceler withdrawal;
  private final TenantStore tenants;
  private final ErasedContactStore contacts;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public ErasureRequests(
      SubjectCanceler withdrawal,
      TenantStore tenants,
      ErasedContactStore contacts,
      InstantSource realTime,
      RandomGenerator random) {
    this.withdrawal = withdrawal;
    this.tenants = tenants;
    this.contacts = contacts;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Begins to erase a person of a tenant that exists; answers the identifier of the erasure. What
   * is there by the time the person's lock is had goes, and nothing that comes later.
   */
  public Future<UUID> request(SqlConnection connection, UUID tenantId, String reference) {
    return Locks.take(connection, Set.of(Locks.person(tenantId, reference)))
        .compose(locked -> tenants.now(connection, tenantId, realTime))
        .compose(now -> begin(connection, tenantId, reference, now));
  }

  /** Takes the person out of one order that has ended, whose call the gateway has erased. */
  public Future<Integer> redact(
      SqlConnection connection, UUID tenantId, String reference, UUID orderId) {
    return Locks.take(connection, Set.of(Locks.person(tenantId, reference)))
        .compose(locked -> tenants.now(connection, tenantId, realTime))
        .compose(now -> redact(connection, tenantId, List.of(orderId), now));
  }

  private Future<Integer> redact(
      SqlConnection connection, UUID tenantId, List<UUID> orderIds, Instant now) {
    Instant realNow = realTime.instant();
    return contacts
        .keepOfOrders(connection, tenantId, orderIds, new Times(now, realNow))
        .compose(kept -> PersonalDataRedactor.orders(connection, tenantId, orderIds, now, realNow));
  }

  private Future<UUID> begin(
      SqlConnection connection, UUID tenantId, String reference, Instant now) {
    Instant realNow = realTime.instant();
    return withdrawal
        .cancelEnrollments(connection, tenantId, reference, NEWEST, now)
        .compose(next -> withdrawal.cancelOrders(connection, tenantId, reference, NEWEST, now))
        .compose(
            next ->
                store.request(
                    connection, UuidV7.at(realNow, random), tenantId, reference, realNow, now));
  }
}
