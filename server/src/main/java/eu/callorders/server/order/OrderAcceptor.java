package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.order.Callee;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.RetryPlan;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.SubjectHistoryStore.Subject;
import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.database.Locks;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.order.AcceptanceContextLoader.AcceptanceContext;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.TypeKey;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Accepts new orders, both submitted directly and created by sequence steps. */
public final class OrderAcceptor {
  /** The dialer looks for due orders at least this often. */
  public static final Duration DIAL_INTERVAL = Duration.ofMillis(500);

  /** Longer, since the dialer sees an order only after its commit. */
  private static final Duration DUE_SOON = DIAL_INTERVAL.multipliedBy(2);

  private final AcceptanceContextLoader loader;
  private final OrderStore orders;
  private final EventStore events;
  private final OrderView view;
  private final Settings settings;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * Acceptance settings of the deployment.
   *
   * @param needsCallerId whether a tenant needs a caller id to order
   * @param phonePolicy rejects phones beyond the contract
   */
  public record Settings(boolean needsCallerId, PhonePolicy phonePolicy) {}

  /** Rejects phones beyond the contract's rules. */
  @FunctionalInterface
  public interface PhonePolicy {
    boolean rejects(PhoneNumber phone);

    /** Field errors for the rejected phones; the body may violate the contract. */
    default List<FieldError> faults(JsonNode contacts) {
      List<FieldError> faults = new ArrayList<>();
      for (int index = 0; index < contacts.size(); index++) {
        JsonNode contact = contacts.path(index);
        if (contact.path("channel").asText().equals("phone")
            && rejects(new PhoneNumber(contact.path("value").asText()))) {
          faults.add(
              FieldError.body(
                  "/contacts/" + index + "/value",
                  "invalid_phone_number",
                  "this sandbox takes only numbers from ranges reserved for fiction",
                  Map.of("rule", "fictional")));
        }
      }
      return faults;
    }
  }

  public OrderAcceptor(
      TenantStore tenants,
      OrderTypeStore types,
      SuppressionStore suppressions,
      OrderStore orders,
      EventStore events,
      OrderView view,
      DecisionContextLoader contexts,
      Settings settings,
      Keyring ring,
      InstantSource realTime,
      RandomGenerator random) {
    this.loader =
        new AcceptanceContextLoader(
            tenants, types, suppressions, contexts, new OrderKeys(ring, realTime), realTime);
    this.orders = orders;
    this.events = events;
    this.view = view;
    this.settings = settings;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * An order to be accepted.
   *
   * @param input satisfies the contract
   * @param contact as in the input
   * @param key identifies a resubmission; null without one
   */
  public record NewOrder(
      UUID tenantId, ObjectNode input, SubjectContact contact, @Nullable OrderKey key) {

    public NewOrder(UUID tenantId, ObjectNode input, @Nullable OrderKey key) {
      this(tenantId, input, OrderDocumentReader.contact(input), key);
    }

    String subjectLock() {
      return Locks.subject(tenantId, subjectReference());
    }

    Set<String> phoneLocks() {
      return contact.phoneLocks(tenantId);
    }

    String subjectReference() {
      return input.path("subject").path("reference").asText();
    }

    TenantSubject subject() {
      return new TenantSubject(tenantId, subjectReference());
    }

    SubjectDay subjectDay(Tenant tenant, Instant realNow) {
      Subject subject = new Subject(tenantId, subjectReference(), Set.copyOf(contact.phones()));
      return DecisionContext.subjectDay(subject, contact, tenant, realNow);
    }

    TypeKey typeKey() {
      return new TypeKey(tenantId, input.path("order_type").asText());
    }
  }

  /** Outcome of an acceptance. */
  public sealed interface Result {
    /**
     * An accepted order.
     *
     * @param order without its planned attempt
     * @param due whether the dialer may be too late for that attempt unless it is woken
     */
    record Accepted(CallOrder order, boolean due) implements Result {}

    record Rejected(Problem problem) implements Result {}
  }

  /**
   * Accepts one order under the locks of its subject and phones.
   *
   * @return the order; fails with {@link ProblemException} if rejected
   */
  public Future<Result.Accepted> accept(SqlConnection connection, NewOrder newOrder) {
    return Locks.acquire(connection, Set.of(newOrder.subjectLock()))
        .compose(locked -> Locks.acquireShared(connection, newOrder.phoneLocks()))
        .compose(locked -> accept(connection, List.of(newOrder)))
        .map(List::getFirst)
        .map(
            result ->
                switch (result) {
                  case Result.Accepted accepted -> accepted;
                  case Result.Rejected(Problem problem) -> throw new ProblemException(problem);
                });
  }

  /**
   * As {@link #accept(SqlConnection, List, Future)}; the caller holds the subjects' locks and,
   * shared, the phones' locks.
   */
  public Future<List<Result>> accept(SqlConnection connection, List<NewOrder> newOrders) {
    return accept(connection, newOrders, Future.succeededFuture(newOrders))
        .compose(pending -> pending.written().map(pending.results()));
  }

  /**
   * Results that are known before the database has answered the statements that write them.
   *
   * @param results in the order of the new orders
   * @param written fails when one of the statements fails
   */
  public record PendingResults(List<Result> results, Future<Void> written) {}

  /**
   * Accepts orders, each with its first event, with one statement per table. A rejected order does
   * not affect the others.
   *
   * @param candidates those to load for at once; the transaction tries to lock their subjects and,
   *     shared, their phones before
   * @param newOrders those to accept, of which the transaction holds all locks
   */
  public Future<PendingResults> accept(
      SqlConnection connection, List<NewOrder> candidates, Future<List<NewOrder>> newOrders) {
    return Future.join(loader.load(connection, candidates), newOrders)
        .map(
            done -> {
              AcceptanceContext context = done.resultAt(0);
              List<Decision> decisions =
                  newOrders.result().stream().map(newOrder -> evaluate(context, newOrder)).toList();
              return new PendingResults(
                  decisions.stream().map(Decision::result).toList(),
                  insert(connection, decisions, context.keys()));
            });
  }

  /**
   * The decision about an order.
   *
   * @param plan of the first attempt; null if the order is rejected
   */
  private record Decision(Result result, @Nullable OrderChange plan) {}

  private Decision evaluate(AcceptanceContext context, NewOrder newOrder) {
    try {
      CallOrder order = decide(context, newOrder);
      OrderChange plan = plan(order, context);
      return new Decision(new Result.Accepted(order, isDue(order, plan.order())), plan);
    } catch (ProblemException refusal) {
      return new Decision(new Result.Rejected(refusal.problem()), null);
    }
  }

  /** Orders that are due later are found by the dialer in time. */
  private static boolean isDue(CallOrder order, CallOrder planned) {
    return planned.state() instanceof OrderState.Scheduled scheduled
        && !scheduled.nextAttemptAt().isAfter(order.createdAt().plus(DUE_SOON));
  }

  private CallOrder decide(AcceptanceContext context, NewOrder newOrder) {
    Tenant tenant = Objects.requireNonNull(context.tenants().get(newOrder.tenantId()));
    OrderType type = context.types().get(newOrder.typeKey());
    List<FieldError> faults = faults(newOrder.input(), type);
    if (type == null || !faults.isEmpty()) {
      throw new ProblemException(Problem.invalid(faults));
    }
    if (!type.active()) {
      throw rejection(
          ProblemCode.ORDER_TYPE_NOT_ACTIVE, "The order type is " + type.status() + ".");
    }
    if (settings.needsCallerId() && tenant.callerIds().isEmpty()) {
      throw rejection(
          ProblemCode.CALLER_ID_MISSING, "Ask the operator to enter a number to call from.");
    }
    checkSuppressions(newOrder, context);
    OrderDocument document = OrderDocument.of(newOrder.input(), newOrder.contact(), type, tenant);
    CallOrder order = toOrder(tenant, type, newOrder, context, document);
    Instant now = order.createdAt();
    OrderTerms orderTerms = context.decisions().terms(order);
    Callee callee = new Callee(phone -> suppressed(context, newOrder, phone), null);
    WindowCheck.require(document.scheduling(), orderTerms, callee, now);
    Objects.requireNonNull(context.quotas().get(tenant.id()))
        .reserve(() -> firstPermitted(orderTerms, callee, now))
        .ifPresent(
            problem -> {
              throw new ProblemException(problem);
            });
    return order;
  }

  /** The first instant at which a phone may be dialed. */
  private static Optional<Instant> firstPermitted(
      OrderTerms orderTerms, Callee callee, Instant now) {
    return RetryPlan.earliestAttempt(orderTerms, List.of(), callee, now)
            instanceof NextAttempt.At at
        ? Optional.of(at.at())
        : Optional.empty();
  }

  private CallOrder toOrder(
      Tenant tenant,
      OrderType type,
      NewOrder newOrder,
      AcceptanceContext context,
      OrderDocument document) {
    OrderKeys.Matches keys = context.keys();
    OrderKey.StepRef step = newOrder.key() instanceof OrderKey.StepRef stepRef ? stepRef : null;
    return CallOrder.accepted(
        new CallOrder.Origin(
            keys.goneOrder(newOrder).orElseGet(() -> UuidV7.at(realTime.instant(), random)),
            tenant.id(),
            type.key(),
            type.version(),
            step == null ? null : step.enrollmentId(),
            step == null ? null : step.stepId(),
            keys.hashes(newOrder),
            context.decisions().now(tenant)),
        document);
  }

  /** All faults beyond the schema. */
  private List<FieldError> faults(ObjectNode input, @Nullable OrderType type) {
    List<FieldError> faults = new ArrayList<>();
    if (type == null) {
      faults.add(
          FieldError.body(
              "/order_type", "enum", "there is no such order type", Map.of("rule", "order_type")));
    }
    faults.addAll(settings.phonePolicy().faults(input.path("contacts")));
    faults.addAll(SchedulingRules.faults(input.path("scheduling")));
    return faults;
  }

  private static void checkSuppressions(NewOrder newOrder, AcceptanceContext context) {
    if (context.suppressedSubjects().contains(newOrder.subject())
        || newOrder.contact().phones().stream()
            .allMatch(phone -> suppressed(context, newOrder, phone))) {
      throw rejection(
          ProblemCode.SUBJECT_SUPPRESSED,
          "The person, or every telephone contact of the order, is on the do-not-call list.");
    }
  }

  private static boolean suppressed(
      AcceptanceContext context, NewOrder newOrder, PhoneNumber phone) {
    return context.suppressedPhones().contains(new TenantPhone(newOrder.tenantId(), phone));
  }

  private Future<Void> insert(
      SqlConnection connection, List<Decision> decisions, OrderKeys.Matches keys) {
    List<CallOrder> accepted = new ArrayList<>();
    List<CallOrder> saved = new ArrayList<>();
    List<NewEvent> firstEvents = new ArrayList<>();
    for (Decision decision : decisions) {
      OrderChange plan = decision.plan();
      if (plan != null && decision.result() instanceof Result.Accepted(CallOrder order, _)) {
        accepted.add(order);
        saved.add(plan.saved());
        firstEvents.add(view.orderEvent(order, EventType.CALL_ORDER_ACCEPTED, order.createdAt()));
        firstEvents.addAll(plan.events());
      }
    }
    if (accepted.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> rows = orders.insert(connection, saved);
    Future<Void> used = OrderKeys.delete(connection, keys, accepted);
    Future<Void> appended = events.append(connection, firstEvents);
    return Future.join(rows, used, appended).mapEmpty();
  }

  /**
   * Plans the first attempt of an order. The planner plans what is left: an order without a
   * possible attempt, and one with attempts from before a restore.
   */
  private OrderChange plan(CallOrder order, AcceptanceContext context) {
    OrderChange change = new OrderChange(order, view, order.createdAt());
    if (!context.keys().isResubmitted(order)
        && context.decisions().nextAttempt(order) instanceof NextAttempt.At attempt) {
      change.apply(new OrderCommand.Plan(attempt));
    }
    return change;
  }

  private static ProblemException rejection(ProblemCode code, String detail) {
    return new ProblemException(Problem.of(code, detail));
  }
}
