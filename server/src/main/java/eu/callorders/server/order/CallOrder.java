package eu.callorders.server.order;

import eu.callorders.core.call.AttemptStatus;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.OrderHolds;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.PastAttempt;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.database.Locks;
import eu.callorders.server.hold.HeldOrderStore;
import eu.callorders.server.hold.HoldTarget;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A call order as loaded for a decision. Instants are the tenant's time.
 *
 * @param origin what acceptance fixes
 * @param revision rises with every change
 * @param planningRevisions number of revisions that only planned
 * @param attemptCount attempts that count
 * @param consecutiveRefusals for want of capacity, since the last attempt that counted
 * @param held whether its enrollment is paused; a held order is not dialed
 * @param attempts oldest first, including refused ones
 * @param holds those that stand on it, where they have been read
 */
public record CallOrder(
    Origin origin,
    int revision,
    int planningRevisions,
    OrderState state,
    int attemptCount,
    int consecutiveRefusals,
    OrderDocument document,
    Instant updatedAt,
    boolean held,
    List<CallAttempt> attempts,
    OrderHolds holds) {

  /**
   * What acceptance fixes.
   *
   * @param enrollmentId the enrollment whose step created it; null if submitted directly
   * @param keyHashes hashes of its {@link OrderKey}, newest master key first; empty without a key
   */
  public record Origin(
      UUID id,
      UUID tenantId,
      String orderType,
      int orderTypeVersion,
      @Nullable UUID enrollmentId,
      @Nullable String sequenceStepId,
      List<UUID> keyHashes,
      Instant createdAt) {}

  public CallOrder {
    attempts = List.copyOf(attempts);
  }

  public static CallOrder accepted(Origin origin, OrderDocument document) {
    return new CallOrder(
        origin,
        1,
        0,
        new OrderState.Accepted(),
        0,
        0,
        document,
        origin.createdAt(),
        false,
        List.of(),
        OrderHolds.NONE);
  }

  public UUID id() {
    return origin.id();
  }

  public TenantSubject subject() {
    return new TenantSubject(origin.tenantId(), subjectReference());
  }

  /** The phones in dial order. */
  public List<PhoneNumber> phones() {
    return document.contact().phones();
  }

  public Set<String> phoneLocks() {
    return document.contact().phoneLocks(origin.tenantId());
  }

  /** Shared by a dial: the locks of the phones, and that of holds on claims. */
  public Set<String> dialLocks() {
    Set<String> locks = new HashSet<>(phoneLocks());
    locks.add(Locks.claims(tenantId()));
    return locks;
  }

  /** The names by which holds bar it. */
  public HoldTarget holdTarget() {
    return new HoldTarget(tenantId(), subjectReference(), phones(), document.claimNumbers());
  }

  /** The phones of several orders, without duplicates. */
  public static List<TenantPhone> phones(Collection<CallOrder> orders) {
    return orders.stream()
        .flatMap(order -> order.document.contact().tenantPhones(order.tenantId()).stream())
        .distinct()
        .toList();
  }

  /** When it expires, in the tenant's time. */
  Instant expiresAt() {
    return document.scheduling().expiry(origin.createdAt());
  }

  public UUID tenantId() {
    return origin.tenantId();
  }

  public String orderType() {
    return origin.orderType();
  }

  public int orderTypeVersion() {
    return origin.orderTypeVersion();
  }

  public @Nullable UUID enrollmentId() {
    return origin.enrollmentId();
  }

  public @Nullable String sequenceStepId() {
    return origin.sequenceStepId();
  }

  public Instant createdAt() {
    return origin.createdAt();
  }

  public String subjectReference() {
    return document.subjectReference();
  }

  /** The attempt with this id; throws if the order has none. */
  public CallAttempt attempt(UUID attemptId) {
    return attempts.stream()
        .filter(attempt -> attempt.id().equals(attemptId))
        .findFirst()
        .orElseThrow();
  }

  /** The attempts that counted and have ended, oldest first. */
  public List<PastAttempt> history() {
    return PastAttempt.of(attempts.stream().map(CallAttempt::attempt));
  }

  /** Attempts refused for whatever reason, since the last one that counted. */
  public int refusedAttempts() {
    return (int)
        attempts.reversed().stream()
            .takeWhile(each -> each.attempt().status() == AttemptStatus.REFUSED)
            .count();
  }

  public HeldOrderStore.OrderId heldId() {
    return new HeldOrderStore.OrderId(tenantId(), id());
  }

  /** Whether holds bar the phone to dial next, where they have been read. */
  public boolean isBarred() {
    return holds.barOrder();
  }

  public CallOrder withHolds(OrderHolds standing) {
    return new CallOrder(
        origin,
        revision,
        planningRevisions,
        state,
        attemptCount,
        consecutiveRefusals,
        document,
        updatedAt,
        held,
        attempts,
        standing);
  }

  CallOrder with(OrderState next, Instant now) {
    return new CallOrder(
        origin,
        revision,
        planningRevisions,
        next,
        attemptCount,
        consecutiveRefusals,
        document,
        now,
        held,
        attempts,
        holds);
  }

  CallOrder with(OrderDocument edited) {
    return new CallOrder(
        origin,
        revision,
        planningRevisions,
        state,
        attemptCount,
        consecutiveRefusals,
        edited,
        updatedAt,
        held,
        attempts,
        holds);
  }

  CallOrder with(List<CallAttempt> changed) {
    return withCounts(attemptCount, consecutiveRefusals, changed);
  }

  CallOrder withCounts(int attemptsThatCount, int refusals, List<CallAttempt> changed) {
    return new CallOrder(
        origin,
        revision,
        planningRevisions,
        state,
        attemptsThatCount,
        refusals,
        document,
        updatedAt,
        held,
        changed,
        holds);
  }

  /** Version for the entity tag; planning alone does not change it. */
  public int entityTag() {
    return revision - planningRevisions;
  }

  /**
   * The order with its revision for saving.
   *
   * @param planned whether planning is the only change
   */
  CallOrder nextRevision(boolean planned) {
    return new CallOrder(
        origin,
        revision + 1,
        planned ? planningRevisions + 1 : planningRevisions,
        state,
        attemptCount,
        consecutiveRefusals,
        document,
        updatedAt,
        held,
        attempts,
        holds);
  }
}
