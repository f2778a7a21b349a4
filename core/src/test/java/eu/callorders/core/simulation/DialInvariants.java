package eu.callorders.core.simulation;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
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

/** Invariants of dials, checked independently of the core. */
final class DialInvariants {
  private static final Duration DAY = Duration.ofHours(24);

  private final VirtualScheduler world;
  private final Map<String, SimulatedCall> callsBySubject = new HashMap<>();
  private final Map<String, SimulatedCall> callsByPhone = new HashMap<>();
  private final Set<UUID> placed = new HashSet<>();
  private final Set<UUID> stopped = new HashSet<>();
  private int dials;

  DialInvariants(VirtualScheduler world) {
    this.world = world;
  }

  int dials() {
    return dials;
  }

  /** Records orders that must not be dialed again. */
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

  void objected(SimulatedStore store, OrderRow order) {
    require(
        store.suppressed(order.subject()), "an objection suppresses the subject at once", order);
  }

  void intended(
      SimulatedStore store,
      Gateway gateway,
      @Nullable OrderRow before,
      OrderRow after,
      AttemptRow attempt) {
    AttemptRow.Intent intent = attempt.intent();
    PhoneNumber phone = attempt.attempt().phone();
    require(
        before != null && before.status() == OrderStatus.SCHEDULED,
        "only a scheduled order is dialed",
        after);
    require(
        before.state() instanceof OrderState.Scheduled(var due) && !due.isAfter(intent.at()),
        "not dialed before it is due",
        after);
    require(!stopped.contains(after.id()), "no dial after a stop", after);
    require(after.terms().permits(intent.at()), "dialed in the window", after);
    require(
        before.attempts().stream().filter(each -> !each.refused()).count()
            < after.terms().orderTerms().maxAttempts(),
        "never more than max_attempts",
        after);
    require(!store.suppressed(after.subject(), phone), "no suppressed phone is dialed", after);
    require(
        before.history().stream()
            .noneMatch(past -> past.phone().equals(phone) && past.cause() == Cause.NUMBER_INVALID),
        "an invalid phone is not dialed again",
        after);
    require(
        before.attempts().stream().noneMatch(each -> hadConversation(gateway, each)),
        "no dial after a conversation",
        after);
    store.of(after.subject()).forEach(order -> requireGap(gateway, after, order, attempt));
  }

  /** Whether the service knows of a conversation in the attempt. */
  private static boolean hadConversation(Gateway gateway, AttemptRow attempt) {
    if (attempt.attempt().conversation() != null
        || attempt.attempt().disposition() == Disposition.ANSWERED) {
      return true;
    }
    SimulatedCall call = gateway.call(attempt.id());
    boolean known =
        attempt.attempt().answeredAt() != null
            || (attempt.attempt().cause() != null
                && attempt.attempt().cause() != Cause.OUTCOME_UNKNOWN);
    return call != null && call.summary() != null && known;
  }

  /** The gap counts from the end of every attempt at the person that may have been dialed. */
  private static void requireGap(
      Gateway gateway, OrderRow order, OrderRow other, AttemptRow attempt) {
    for (AttemptRow each : other.attempts()) {
      if (each.id().equals(attempt.id()) || each.refused()) {
        continue;
      }
      require(!each.attempt().status().running(), "one attempt at a person at once", order);
      Instant now = attempt.intent().at();
      gap(order, now, each.attempt().endedAt(), each.attempt().cause());
      SimulatedCall call = gateway.call(each.id());
      if (call != null && call.startedAt() != null) {
        Instant end = call.endedAt();
        gap(order, now, end == null ? null : end.plus(each.intent().clockOffset()), call.cause());
      }
    }
  }

  private static void gap(
      OrderRow order, Instant now, @Nullable Instant endedAt, @Nullable Cause cause) {
    require(endedAt != null, "the last attempt at the person is over", order);
    Duration gap = order.terms().orderTerms().minGap();
    Duration required = cause == Cause.DECLINED && gap.compareTo(DAY) < 0 ? DAY : gap;
    require(
        Duration.between(endedAt, now).compareTo(required) >= 0,
        "the minimum gap from the end of the last attempt at " + endedAt,
        order);
  }

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
    require(
        stored.attempt().phone().equals(placing.phone()),
        "the dialed phone is the intended one",
        order);
  }

  void dialed(Gateway gateway, SimulatedCall call) {
    dials++;
    Gateway.Placing placing = call.placing();
    OrderRow order = placing.order();
    Instant tenantTime = world.now().plus(placing.intent().clockOffset());
    world.trace(
        order.name(),
        "gateway: a" + placing.attemptId().getLeastSignificantBits() + " dials " + placing.phone());
    require(order.terms().permits(tenantTime), "the phone rings in the window", order);
    SimulatedCall other = callsBySubject.put(order.subject().name(), call);
    require(other == null || !other.isOnLine(), "one call to a person at once", order);
    SimulatedCall same = callsByPhone.put(order.subject().phoneLock(placing.phone()), call);
    require(same == null || !same.isOnLine(), "one call to a phone at once", order);
    OrderRow now = gateway.store().order(order.id());
    require(
        now.state() instanceof OrderState.Dialing(var id, var _) && id.equals(placing.attemptId()),
        "the ringing call is the order's current attempt",
        now);
  }

  /** Counts rows instead of reading counters. */
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
                LocalDate personDay = order.subject().day(at);
                contacts.merge(order.subject().name() + personDay, 1, Integer::sum);
                days.merge(
                    SimulatedStore.dayKey(order.tenant(), order.tenant().day(at)), 1, Integer::sum);
                if (each.attempt().status().running()) {
                  running.merge(order.tenant(), 1, Integer::sum);
                }
                require(
                    contacts.get(order.subject().name() + personDay)
                        <= order.tenant().contactsPerDay,
                    "contacts of a person on a day",
                    order);
              }
            });
    running.forEach(
        (tenant, count) -> {
          if (count > tenant.concurrentCalls) {
            throw new Violation(
                "concurrent calls exceeded", count + " of " + tenant.concurrentCalls);
          }
        });
    store.checkDials(days);
  }

  static void require(boolean holds, String rule, OrderRow order) {
    if (!holds) {
      throw new Violation(rule, order, "violated");
    }
  }
}
