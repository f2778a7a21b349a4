package eu.callorders.server.order;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.Refusal;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.Named;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.suppression.SuppressionStore.OfTenant;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Takes in new orders: the one door for direct ones and for those of sequence steps. */
public final class Acceptance {
  private final TenantStore tenants;
  private final OrderTypeStore types;
  private final SuppressionStore suppressions;
  private final OrderStore orders;
  private final EventStore events;
  private final OrderAnnouncements announcements;
  private final Settings settings;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * What the deployment decides about acceptance.
   *
   * @param needsCallerId whether a tenant without a number of its own may not order
   * @param refusedNumbers numbers that are not taken; empty to take every possible one
   */
  public record Settings(boolean needsCallerId, NumberRule refusedNumbers) {}

  /** Refuses telephone numbers beyond what the contract does. */
  @FunctionalInterface
  public interface NumberRule {
    boolean refuses(String phone);
  }

  public Acceptance(
      TenantStore tenants,
      OrderTypeStore types,
      SuppressionStore suppressions,
      OrderStore orders,
      EventStore events,
      OrderAnnouncements announcements,
      Settings settings,
      InstantSource realTime,
      RandomGenerator random) {
    this.tenants = tenants;
    this.types = types;
    this.suppressions = suppressions;
    this.orders = orders;
    this.events = events;
    this.announcements = announcements;
    this.settings = settings;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Accepts an order, with its first event.
   *
   * @param input satisfies the contract
   * @return the order; fails with {@link Refusal} when it cannot be accepted
   */
  public Future<CallOrder> accept(SqlConnection connection, UUID tenantId, ObjectNode input) {
    List<FieldError> faults = SchedulingRules.faults(input.path("scheduling"));
    if (!faults.isEmpty()) {
      return Future.failedFuture(new Refusal(Problem.invalid(faults)));
    }
    String reference = input.path("subject").path("reference").asText();
    return Locks.take(connection, Set.of(Locks.person(tenantId, reference)))
        .compose(locked -> lookUp(connection, tenantId, input))
        .compose(known -> insert(connection, decide(known, input)));
  }

  /** What an acceptance is decided on. */
  private record Known(Tenant tenant, Optional<OrderType> type, Set<OfTenant> barred) {}

  private Future<Known> lookUp(SqlConnection connection, UUID tenantId, ObjectNode input) {
    Named key = new Named(tenantId, input.path("order_type").asText());
    OfTenant subject = new OfTenant(tenantId, input.path("subject").path("reference").asText());
    List<OfTenant> numbers =
        TermsOfOrder.phones(new OrderDocument(input, Json.object())).stream()
            .map(phone -> new OfTenant(tenantId, phone))
            .toList();
    Future<Optional<Tenant>> tenant = tenants.find(connection, tenantId);
    Future<Map<Named, OrderType>> type = types.current(connection, List.of(key));
    Future<Set<OfTenant>> barredNumbers = suppressions.barredPhones(connection, numbers);
    Future<Set<OfTenant>> barredSubjects =
        suppressions.barredSubjects(connection, List.of(subject));
    return Future.join(tenant, type, barredNumbers, barredSubjects)
        .map(
            done ->
                new Known(
                    tenant.result().orElseThrow(),
                    Optional.ofNullable(type.result().get(key)),
                    barredSubjects.result().isEmpty()
                        ? barredNumbers.result()
                        : Set.copyOf(numbers)));
  }

  private CallOrder decide(Known known, ObjectNode input) {
    OrderType type = known.type().orElseThrow(Acceptance::unknownType);
    if (!type.active()) {
      throw refusal(ProblemCode.ORDER_TYPE_NOT_ACTIVE, "The order type is " + type.status() + ".");
    }
    if (settings.needsCallerId() && known.tenant().callerIds().isEmpty()) {
      throw refusal(
          ProblemCode.CALLER_ID_MISSING, "Ask the operator to enter a number to call from.");
    }
    OrderDocument document = OrderDocument.of(input, type, known.tenant());
    Instant now = known.tenant().now(realTime);
    checkNumbers(document, known);
    checkWindow(document, known.tenant(), now, now);
    return new CallOrder(
        UuidV7.at(realTime.instant(), random),
        known.tenant().id(),
        1,
        new OrderState.Accepted(),
        0,
        0,
        type.key(),
        type.version(),
        null,
        null,
        document,
        now,
        now,
        List.of());
  }

  private void checkNumbers(OrderDocument document, Known known) {
    List<String> phones = TermsOfOrder.phones(document);
    if (phones.stream().anyMatch(settings.refusedNumbers()::refuses)) {
      throw new Refusal(
          Problem.invalid(
              List.of(
                  FieldError.body(
                      "/contacts",
                      "invalid_phone_number",
                      "this sandbox takes only numbers from ranges reserved for fiction"))));
    }
    boolean allBarred =
        phones.stream()
            .allMatch(phone -> known.barred().contains(new OfTenant(known.tenant().id(), phone)));
    if (allBarred) {
      throw refusal(
          ProblemCode.SUBJECT_SUPPRESSED,
          "The person, or every telephone contact of the order, is on the do-not-call list.");
    }
  }

  /** Refuses an order that wants to be refused when it cannot be dialled at once. */
  static void checkWindow(OrderDocument document, Tenant tenant, Instant acceptedAt, Instant now) {
    if (!document.rejectsWindowViolation()) {
      return;
    }
    OrderTerms terms = TermsOfOrder.of(document, tenant, acceptedAt);
    Instant notBefore = Objects.requireNonNullElse(terms.window().notBefore(), now);
    Instant judged = notBefore.isAfter(now) ? notBefore : now;
    if (!terms.window().permits(judged)) {
      String next =
          terms
              .window()
              .nextPermitted(judged)
              .map(at -> "The next permitted instant is " + Timestamps.format(at) + ".")
              .orElse("No permitted instant is left.");
      throw refusal(ProblemCode.CONTACT_WINDOW_VIOLATION, next);
    }
  }

  private Future<CallOrder> insert(SqlConnection connection, CallOrder order) {
    Future<Void> rows = orders.insert(connection, List.of(order));
    Future<Void> event =
        events.append(
            connection,
            List.of(
                announcements.ofOrder(order, EventType.CALL_ORDER_ACCEPTED, order.createdAt())));
    return Future.join(rows, event).map(order);
  }

  private static Refusal unknownType() {
    return new Refusal(
        Problem.invalid(
            List.of(FieldError.body("/order_type", "enum", "there is no such order type"))));
  }

  private static Refusal refusal(ProblemCode code, String detail) {
    return new Refusal(Problem.of(code, detail));
  }
}
