package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.SubjectHistoryStore.Subject;
import eu.callorders.server.call.SubjectHistoryStore.SubjectDay;
import eu.callorders.server.database.Locks;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.hold.HoldTarget;
import eu.callorders.server.order.AcceptanceContextLoader.AcceptanceContext;
import eu.callorders.server.order.NewOrderEvaluator.Decision;
import eu.callorders.server.ordertype.OrderTypeStore.TypeKey;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Accepts new orders, both submitted directly and created by sequence steps. */
public final class OrderAcceptor {
  /** The dialer looks for due orders at least this often. */
  public static final Duration DIAL_INTERVAL = Duration.ofMillis(500);

  private final AcceptanceContextLoader loader;
  private final EventStore events;
  private final OrderView view;
  private final Settings settings;
  private final NewOrderEvaluator evaluator;
  private final OrderTracer tracer;

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
      EventStore events,
      OrderView view,
      DecisionContextLoader contexts,
      Settings settings,
      Keyring ring,
      OrderTracer tracer,
      InstantSource realTime,
      RandomGenerator random) {
    this.loader = new AcceptanceContextLoader(contexts, new OrderKeys(ring, realTime), realTime);
    this.events = events;
    this.view = view;
    this.settings = settings;
    this.evaluator = new NewOrderEvaluator(view, settings.needsCallerId(), realTime, random);
    this.tracer = tracer;
  }

  /** The faults beyond the schema that a body alone shows; it may violate the schema. */
  public List<FieldError> bodyFaults(JsonNode body) {
    List<FieldError> faults = new ArrayList<>(settings.phonePolicy().faults(body.path("contacts")));
    faults.addAll(SchedulingRules.faults(body.path("scheduling")));
    return faults;
  }

  /** As {@link #newOrder(UUID, ObjectNode, SubjectContact, OrderKey)}; reads the contact. */
  public NewOrder newOrder(UUID tenantId, ObjectNode input, @Nullable OrderKey key) {
    return newOrder(tenantId, input, OrderDocumentReader.contact(input), key);
  }

  /**
   * Checks an order.
   *
   * @param input satisfies the contract
   * @param contact as in the input
   * @param key identifies a resubmission; null without one
   */
  public NewOrder newOrder(
      UUID tenantId, ObjectNode input, SubjectContact contact, @Nullable OrderKey key) {
    return new NewOrder(tenantId, input, contact, key, bodyFaults(input));
  }

  /**
   * A checked order to be accepted.
   *
   * @param faults of the input; it is rejected with these
   */
  public record NewOrder(
      UUID tenantId,
      ObjectNode input,
      SubjectContact contact,
      @Nullable OrderKey key,
      List<FieldError> faults) {

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

    HoldTarget holdTarget() {
      return new HoldTarget(
          tenantId, subjectReference(), contact.phones(), OrderDocument.claimNumbers(input));
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
    Instant startedAt = tracer.now();
    Future<AcceptanceContext> loaded = loader.load(connection, candidates);
    return Future.join(loaded, newOrders)
        .compose(done -> evaluator.evaluate(loaded.result(), newOrders.result()))
        .map(
            decisions ->
                new PendingResults(
                    decisions.stream().map(Decision::result).toList(),
                    insert(connection, decisions, loaded.result().keys(), startedAt)));
  }

  /**
   * What acceptance would decide.
   *
   * @param results in the order of the new orders; an accepted order with its planned attempt
   * @param context of the accepted orders
   */
  public record OrderPreview(List<Result> results, DecisionContext context) {}

  /**
   * Decides about orders as acceptance does, without writing anything, on a worker thread: a
   * hundred orders take longer than an event loop has for one request.
   */
  public Future<OrderPreview> preview(SqlConnection connection, List<NewOrder> newOrders) {
    return loader
        .load(connection, newOrders)
        .compose(
            context ->
                evaluator
                    .evaluateOnWorker(context, newOrders)
                    .map(
                        decisions ->
                            new OrderPreview(
                                decisions.stream().map(OrderAcceptor::planned).toList(),
                                context.decisions())));
  }

  private static Result planned(Decision decision) {
    OrderChange plan = decision.plan();
    return plan != null && decision.result() instanceof Result.Accepted(CallOrder _, boolean due)
        ? new Result.Accepted(plan.order(), due)
        : decision.result();
  }

  private Future<Void> insert(
      SqlConnection connection,
      List<Decision> decisions,
      OrderKeys.Matches keys,
      Instant startedAt) {
    List<CallOrder> accepted = new ArrayList<>();
    List<OrderChange> plans = new ArrayList<>();
    List<NewEvent> firstEvents = new ArrayList<>();
    for (Decision decision : decisions) {
      OrderChange plan = decision.plan();
      if (plan != null && decision.result() instanceof Result.Accepted(CallOrder order, _)) {
        accepted.add(order);
        plans.add(plan);
        firstEvents.add(view.orderEvent(order, EventType.CALL_ORDER_ACCEPTED, order.createdAt()));
        firstEvents.addAll(plan.events());
      }
    }
    if (accepted.isEmpty()) {
      return Future.succeededFuture();
    }
    Future<Void> rows =
        OrderRowWriter.insert(connection, plans.stream().map(OrderChange::saved).toList());
    Future<Void> used = OrderKeys.delete(connection, keys, accepted);
    Future<Void> appended = events.append(connection, firstEvents);
    return Future.join(rows, used, appended)
        .<Void>mapEmpty()
        .onSuccess(written -> tracer.recordAccepted(plans, startedAt));
  }
}
