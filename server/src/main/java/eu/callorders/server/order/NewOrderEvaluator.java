package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
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
import eu.callorders.server.order.AcceptanceContextLoader.AcceptanceContext;
import eu.callorders.server.order.OrderAcceptor.NewOrder;
import eu.callorders.server.order.OrderAcceptor.Result;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Decides whether a new order is accepted, and plans its first attempt. */
final class NewOrderEvaluator {
  /** Longer, since the dialer sees an order only after its commit. */
  private static final Duration DUE_SOON = OrderAcceptor.DIAL_INTERVAL.multipliedBy(2);

  private static final String NOT_BEFORE = "/scheduling/window/not_before";

  private final OrderView view;
  private final boolean needsCallerId;
  private final InstantSource realTime;
  private final RandomGenerator random;

  NewOrderEvaluator(
      OrderView view, boolean callerIdRequired, InstantSource realTime, RandomGenerator random) {
    this.view = view;
    this.needsCallerId = callerIdRequired;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * The decision about an order.
   *
   * @param plan of the first attempt; null if the order is rejected
   */
  record Decision(Result result, @Nullable OrderChange plan) {}

  /** On a worker thread if an order begins in a year whose holidays may have to be computed. */
  Future<List<Decision>> evaluate(AcceptanceContext context, List<NewOrder> newOrders) {
    return newOrders.stream().anyMatch(newOrder -> beginsInDistantYear(context, newOrder))
        ? evaluateOnWorker(context, newOrders)
        : Future.succeededFuture(decisions(context, newOrders));
  }

  Future<List<Decision>> evaluateOnWorker(AcceptanceContext context, List<NewOrder> newOrders) {
    return Vertx.currentContext().executeBlocking(() -> decisions(context, newOrders), false);
  }

  private boolean beginsInDistantYear(AcceptanceContext context, NewOrder newOrder) {
    Tenant tenant = Objects.requireNonNull(context.tenants().get(newOrder.tenantId()));
    OrderType type = context.types().get(newOrder.typeKey());
    JsonNode notBefore = newOrder.input().at(NOT_BEFORE);
    if (notBefore.isMissingNode() && type != null) {
      notBefore = type.defaults().at(NOT_BEFORE);
    }
    return isDistant(context.decisions().now(tenant))
        || (notBefore.isTextual() && isDistant(Timestamps.parse(notBefore.asText())));
  }

  /** The holidays of this year and the next one are computed when the service starts. */
  private boolean isDistant(Instant instant) {
    return year(instant) > year(realTime.instant()) + 1;
  }

  private static int year(Instant instant) {
    return instant.atZone(ZoneOffset.UTC).getYear();
  }

  private List<Decision> decisions(AcceptanceContext context, List<NewOrder> newOrders) {
    return newOrders.stream().map(newOrder -> decision(context, newOrder)).toList();
  }

  private Decision decision(AcceptanceContext context, NewOrder newOrder) {
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
    List<FieldError> faults = faults(newOrder, type);
    if (type == null || !faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
    if (!type.active()) {
      throw ProblemException.of(
          ProblemCode.ORDER_TYPE_NOT_ACTIVE, "The order type is " + type.status() + ".");
    }
    if (needsCallerId && tenant.callerIds().isEmpty()) {
      throw ProblemException.of(
          ProblemCode.CALLER_ID_MISSING, "Ask the operator to enter a number to call from.");
    }
    checkCountries(newOrder, tenant);
    checkSuppressions(newOrder, tenant, context);
    OrderDocument document = OrderDocument.of(newOrder.input(), newOrder.contact(), type, tenant);
    CallOrder order =
        context.decisions().withHolds(toOrder(tenant, type, newOrder, context, document));
    checkBasis(order, context.decisions());
    Instant now = order.createdAt();
    OrderTerms orderTerms = context.decisions().terms(order);
    Callee callee = new Callee(phone -> suppressed(context, newOrder, phone), null);
    WindowCheck.require(document.scheduling(), orderTerms, callee, now);
    Objects.requireNonNull(context.quotas().get(tenant.id()))
        .reserve(() -> firstPermitted(order, orderTerms, callee))
        .ifPresent(
            problem -> {
              throw new ProblemException(problem);
            });
    return order;
  }

  /** The first instant at which a phone may be dialed; empty while a hold bars it without end. */
  private static Optional<Instant> firstPermitted(
      CallOrder order, OrderTerms orderTerms, Callee callee) {
    if (order.isBarred()) {
      return Optional.ofNullable(order.holds().freeAt());
    }
    return RetryPlan.earliestAttempt(orderTerms, List.of(), callee, order.createdAt())
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
  private static List<FieldError> faults(NewOrder newOrder, @Nullable OrderType type) {
    List<FieldError> faults = new ArrayList<>();
    if (type == null) {
      faults.add(
          FieldError.body(
              "/order_type", "enum", "there is no such order type", Map.of("rule", "order_type")));
    }
    faults.addAll(newOrder.faults());
    return faults;
  }

  /** One contact in an allowed country is enough: the others are not dialed. */
  private static void checkCountries(NewOrder newOrder, Tenant tenant) {
    if (newOrder.contact().phones().stream().noneMatch(tenant.allowedCountries()::contains)) {
      throw rejected(
          ProblemCode.COUNTRY_NOT_ENABLED,
          "/contacts",
          "No telephone contact of the order is in a country that the tenant may call.");
    }
  }

  private static void checkBasis(CallOrder order, DecisionContext decisions) {
    if (!order.document().hasComplianceBasis() && decisions.requiresBasis(order)) {
      throw rejected(
          ProblemCode.BASIS_REQUIRED,
          "/compliance_basis",
          "The country of a contact requires that the order states why the person may be called.");
    }
  }

  private static ProblemException rejected(ProblemCode code, String pointer, String detail) {
    FieldError error = FieldError.body(pointer, code.wire(), detail);
    return new ProblemException(Problem.of(code, detail, error));
  }

  private static void checkSuppressions(
      NewOrder newOrder, Tenant tenant, AcceptanceContext context) {
    if (context.suppressedSubjects().contains(newOrder.subject())
        || CallingWindows.dialable(newOrder.contact(), tenant).stream()
            .allMatch(phone -> suppressed(context, newOrder, phone))) {
      throw ProblemException.of(
          ProblemCode.SUBJECT_SUPPRESSED,
          "The person, or every telephone contact of the order, is on the do-not-call list.");
    }
  }

  private static boolean suppressed(
      AcceptanceContext context, NewOrder newOrder, PhoneNumber phone) {
    return context.suppressedPhones().contains(new TenantPhone(newOrder.tenantId(), phone));
  }

  /**
   * Plans the first attempt of an order. The planner plans what is left: an order without a
   * possible attempt, and one with attempts from before a restore. An order that holds bar is due
   * at once, so that the dialer takes it out of the queue.
   */
  private OrderChange plan(CallOrder order, AcceptanceContext context) {
    OrderChange change = new OrderChange(order, view, order.createdAt(), realTime.instant());
    if (!context.keys().isResubmitted(order)
        && context.decisions().nextAttempt(order) instanceof NextAttempt.At attempt) {
      change.apply(
          new OrderCommand.Plan(
              order.isBarred() ? new NextAttempt.At(order.createdAt(), attempt.phone()) : attempt));
    }
    return change;
  }
}
