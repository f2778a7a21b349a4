package eu.callorders.server.erasure;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.call.ErasedContactStore;
import eu.callorders.server.call.ErasedContactStore.Times;
import eu.callorders.server.database.Locks;
import eu.callorders.server.dial.SubjectErasure;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.legalhold.LegalHoldStore;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/**
 * Accepts erasure requests. Cancels the newest page of the subject's open work at once; {@link
 * ErasureWorker} does the rest, page by page.
 */
public final class ErasureRequests implements SubjectErasure {
  private static final Position NEWEST =
      SubjectCanceler.until(Instant.parse("9999-12-31T00:00:00Z"));

  private final SubjectCanceler canceler;
  private final ErasedContactStore contacts;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public ErasureRequests(
      SubjectCanceler canceler,
      ErasedContactStore contacts,
      InstantSource realTime,
      RandomGenerator random) {
    this.canceler = canceler;
    this.contacts = contacts;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Requests the erasure of a subject of an existing tenant; returns the erasure's id. Covers what
   * exists when the subject's lock is acquired.
   */
  @Override
  public Future<UUID> request(SqlConnection connection, UUID tenantId, String reference) {
    return Locks.acquire(connection, Set.of(Locks.subject(tenantId, reference)))
        .compose(locked -> TenantStore.now(connection, tenantId, realTime))
        .compose(now -> start(connection, tenantId, reference, now));
  }

  /**
   * Requests the erasure of a subject unless a legal hold is on it; returns the erasure's id, empty
   * when it is refused. {@link #request} repeats what was accepted before, and asks for no hold.
   */
  public Future<Optional<UUID>> requestUnlessHeld(
      SqlConnection connection, UUID tenantId, String reference) {
    return Locks.acquire(connection, Set.of(Locks.subject(tenantId, reference)))
        .compose(locked -> LegalHoldStore.find(connection, tenantId, reference))
        .compose(
            hold ->
                hold.isPresent()
                    ? Future.succeededFuture(Optional.empty())
                    : request(connection, tenantId, reference).map(Optional::of));
  }

  /** Whether an erasure of the subject has not been completed. */
  public static Future<Boolean> isPending(
      SqlConnection connection, UUID tenantId, String reference) {
    return ErasureStore.isPending(connection, tenantId, reference);
  }

  /** Redacts one ended order whose call the gateway has erased. */
  @Override
  public Future<Integer> redact(
      SqlConnection connection, UUID tenantId, String reference, UUID orderId) {
    return Locks.acquire(connection, Set.of(Locks.subject(tenantId, reference)))
        .compose(locked -> TenantStore.now(connection, tenantId, realTime))
        .compose(now -> redact(connection, tenantId, List.of(orderId), now));
  }

  private Future<Integer> redact(
      SqlConnection connection, UUID tenantId, List<UUID> orderIds, Instant now) {
    Instant realNow = realTime.instant();
    return contacts
        .storeOfOrders(connection, tenantId, orderIds, new Times(now, realNow))
        .compose(
            stored ->
                PersonalDataRedactor.redactOrders(connection, tenantId, orderIds, now, realNow));
  }

  private Future<UUID> start(
      SqlConnection connection, UUID tenantId, String reference, Instant now) {
    Instant realNow = realTime.instant();
    return canceler
        .cancelEnrollments(connection, tenantId, reference, NEWEST, now)
        .compose(next -> canceler.cancelOrders(connection, tenantId, reference, NEWEST, now))
        .compose(
            next ->
                ErasureStore.request(
                    connection, UuidV7.at(realNow, random), tenantId, reference, realNow, now));
  }
}
