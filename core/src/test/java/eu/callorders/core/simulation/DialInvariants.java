package eu.callorders.core.simulation;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What must hold of each dial, judged apart from what the core says. */
final class DialInvariants {
  private static final Duration DAY = Duration.ofHours(24);

  private final VirtualScheduler world;
  private final Map<String, SimulatedCall> lines = new HashMap<>();
  private final Map<String, SimulatedCall> numbers = new HashMap<>();
  private final Set<UUID> placed = new HashSet<>();
  private final Set<UUID> stopped = new HashSet<>();
  private int dials;

  DialInvariants(VirtualScheduler world) {
    this.world = world;
  }

  int dials() {
    return dials;
  }

  /** An order that has been told to stop while it was dialled is not dialled again. */
  void changed(OrderRow order) {
    boolean toStop =
        switch (order.state()) {
          case OrderState.Dialing(var _, var stop) -> stop != null;
          case OrderState.InProgress(var _, var stop) -> stop != null;
          default -> false;
        };
    if (toStop) {
      stopped.add(order.id());
    }
  }

  /** An objection has been stored. */
  void objected(SimulatedStore store, OrderRow order) {
    require(store.barred(order.person()), "an objection bars the person at once", order);
  }

  /** An intent has been committed. */
  void intended(
      SimulatedStore store,
      Gateway gateway,
      @Nullable OrderRow before,
      OrderRow after,
      AttemptRow made) {
    AttemptRow.Intent intent = made.intent();
    String to = made.attempt().to();
    require(
        before != null && before.status() == OrderStatus.SCHEDULED,
        "only a planned order is dialled",
        after);
    require(
        before.state() instanceof OrderState.Scheduled(var due) && !due.isAfter(intent.at()),
        "not dialled before it is due",
        after);
    require(!stopped.contains(after.id()), "no dial after a stop", after);
    require(after.terms().permit(intent.at()), "dialled in the window", after);
    require(
        before.attempts().stream().filter(each -> !each.refused()).count()
            < after.terms().forCore().maxAttempts(),
        "never more than max_attempts",
        after);
    require(!store.barred(after.person(), to), "nobody on the list is dialled", after);
    require(
        before.history().stream()
            .noneMatch(past -> past.phone().equals(to) && past.cause() == Cause.NUMBER_INVALID),
        "an invalid number is not dialled again",
        after);
    require(
        before.attempts().stream().noneMatch(each -> spoken(gateway, each)),
        "nobody who spoke is dialled again",
        after);
    store.of(after.person()).forEach(order -> apart(gateway, after, order, made));
  }

  /** A conversation of which the service was told. */
  private static boolean spoken(Gateway gateway, AttemptRow attempt) {
    if (attempt.attempt().reported() != null
        || attempt.attempt().disposition() == Disposition.ANSWERED) {
      return true;
    }
    SimulatedCall call = gateway.call(attempt.id());
    boolean told =
        attempt.attempt().answeredAt() != null
            || (attempt.attempt().cause() != null
                && attempt.attempt().cause() != Cause.OUTCOME_UNKNOWN);
    return call != null && call.said() != null && told;
  }

  /** The gap counts from the end of every attempt at the person that may have been one. */
  private static void apart(Gateway gateway, OrderRow order, OrderRow other, AttemptRow made) {
    for (AttemptRow each : other.attempts()) {
      if (each.id().equals(made.id()) || each.refused()) {
        continue;
      }
      require(!each.attempt().status().running(), "one attempt at a person at once", order);
      Instant now = made.intent().at();
      gap(order, now, each.attempt().endedAt(), each.attempt().cause());
      SimulatedCall call = gateway.call(each.id());
      if (call != null && call.began() != null) {
        Instant end = call.endedAt();
        gap(order, now, end == null ? null : end.plus(each.intent().clockOffset()), call.cause());
      }
    }
  }

  private static void gap(
      OrderRow order, Instant now, @Nullable Instant endedAt, @Nullable Cause cause) {
    require(endedAt != null, "the last attempt at the person is over", order);
    Duration gap = order.terms().forCore().minGap();
    Duration wanted = cause == Cause.DECLINED && gap.compareTo(DAY) < 0 ? DAY : gap;
    require(
        Duration.between(endedAt, now).compareTo(wanted) >= 0,
        "the minimum gap from the end of the last attempt at " + endedAt,
        order);
  }

  /** A request has reached the gateway. */
  void placed(Gateway gateway, Gateway.Placing placing) {
    OrderRow order = placing.order();
    require(placed.add(placing.attemptId()), "no attempt is placed twice", order);
    AttemptRow stored =
        gateway.store().find(order.id()) == null
            ? null
            : gateway.store().order(order.id()).attempts().stream()
                .filter(each -> each.id().equals(placing.attemptId()))
                .findFirst()
                .orElse(null);
    require(stored != null, "no dial without a committed intent", order);
    require(stored.attempt().to().equals(placing.to()), "what was intended is dialled", order);
  }

  /** A telephone begins to ring. */
  void dialled(Gateway gateway, SimulatedCall call) {
    dials++;
    Gateway.Placing placing = call.placing();
    OrderRow order = placing.order();
    Instant tenantTime = world.now().plus(placing.intent().clockOffset());
    world.tell(
        order.name(),
        "gateway: a" + placing.attemptId().getLeastSignificantBits() + " dials " + placing.to());
    require(order.terms().permit(tenantTime), "the telephone rings in the window", order);
    SimulatedCall other = lines.put(order.person().name(), call);
    require(other == null || !other.onTheLine(), "one call to a person at once", order);
    SimulatedCall same = numbers.put(order.person().numberLock(placing.to()), call);
    require(same == null || !same.onTheLine(), "one call to a number at once", order);
    OrderRow now = gateway.store().order(order.id());
    require(
        now.state() instanceof OrderState.Dialing(var id, var _) && id.equals(placing.attemptId()),
        "what rings is what the order waits for",
        now);
  }

  /** Counted from the rows, not from the counters. */
  void quotas(SimulatedStore store) {
    Map<String, Integer> contacts = new HashMap<>();
    Map<String, Integer> days = new HashMap<>();
    Map<SimTenant, Integer> running = new HashMap<>();
    store
        .all()
        .forEach(
            order -> {
              for (AttemptRow each : order.attempts()) {
                if (each.refused()) {
                  continue;
                }
                Instant at = each.intent().at();
                LocalDate personDay = order.person().day(at);
                contacts.merge(order.person().name() + personDay, 1, Integer::sum);
                days.merge(
                    SimulatedStore.dayKey(order.tenant(), order.tenant().day(at)), 1, Integer::sum);
                if (each.attempt().status().running()) {
                  running.merge(order.tenant(), 1, Integer::sum);
                }
                require(
                    contacts.get(order.person().name() + personDay)
                        <= order.tenant().contactsPerDay,
                    "contacts of a person on a day",
                    order);
              }
            });
    running.forEach(
        (tenant, count) -> {
          if (count > tenant.concurrentCalls) {
            throw new Violation("calls at once", count + " of " + tenant.concurrentCalls);
          }
        });
    store.checkDials(days);
  }

  static void require(boolean holds, String rule, OrderRow order) {
    if (!holds) {
      throw new Violation(rule, order, "it does not");
    }
  }
}
