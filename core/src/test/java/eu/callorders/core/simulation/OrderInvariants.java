package eu.callorders.core.simulation;

import eu.callorders.core.event.EventType;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.OrderStatus;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Invariants of an order, its result and its events. */
final class OrderInvariants {
  private static final Map<OrderStatus, Set<OrderStatus>> ALLOWED =
      new EnumMap<>(OrderStatus.class);

  static {
    ALLOWED.put(
        OrderStatus.ACCEPTED,
        EnumSet.of(OrderStatus.SCHEDULED, OrderStatus.CANCELED, OrderStatus.EXPIRED));
    ALLOWED.put(
        OrderStatus.SCHEDULED,
        EnumSet.of(OrderStatus.DIALING, OrderStatus.CANCELED, OrderStatus.EXPIRED));
    ALLOWED.put(
        OrderStatus.DIALING,
        EnumSet.of(
            OrderStatus.IN_PROGRESS,
            OrderStatus.SCHEDULED,
            OrderStatus.FAILED,
            OrderStatus.CANCELED,
            OrderStatus.COMPLETED,
            OrderStatus.EXPIRED));
    ALLOWED.put(
        OrderStatus.IN_PROGRESS,
        EnumSet.of(
            OrderStatus.SCHEDULED,
            OrderStatus.FAILED,
            OrderStatus.CANCELED,
            OrderStatus.COMPLETED,
            OrderStatus.EXPIRED));
  }

  private static final int MAX_REFUSALS = 20;

  private final Map<UUID, OrderStatus> lastStatus = new HashMap<>();
  private final Map<UUID, List<EventType>> calls = new HashMap<>();
  private final Set<UUID> ended = new HashSet<>();
  private final ResultInvariants results = new ResultInvariants();

  void changed(@Nullable OrderRow before, OrderUpdate change) {
    OrderRow after = change.order();
    for (OrderUpdate.EmittedEvent event : change.events()) {
      if (event.attemptId() == null) {
        orderEvent(after, event.type());
      } else {
        callEvent(after, event);
      }
    }
    if (lastStatus.get(after.id()) != after.status()) {
      throw new Violation("last event differs from the status", after, lastStatus.get(after.id()));
    }
    if (before != null && !before.open() && !before.state().equals(after.state())) {
      throw new Violation("order changed after its end", after, before.state());
    }
    if (after.state() instanceof OrderState.Ended(var status, var result)) {
      results.ended(after, status, result);
    }
    if (after.consecutiveRefusals() > MAX_REFUSALS
        || (after.consecutiveRefusals() == MAX_REFUSALS && after.open())) {
      throw new Violation("order open after twenty consecutive refusals", after, after.state());
    }
    if (after.state() instanceof OrderState.Scheduled(var at) && !after.terms().permits(at)) {
      throw new Violation("planned outside the window", after, at);
    }
  }

  private void orderEvent(OrderRow order, EventType type) {
    OrderStatus from = lastStatus.get(order.id());
    if (type == EventType.CALL_ORDER_UPDATED) {
      if (from != OrderStatus.ACCEPTED && from != OrderStatus.SCHEDULED) {
        throw new Violation("edited while not pending", order, from);
      }
      return;
    }
    OrderStatus to = entered(type);
    boolean legal =
        from == null
            ? to == OrderStatus.ACCEPTED
            : ALLOWED.getOrDefault(from, Set.of()).contains(to);
    if (!legal) {
      throw new Violation("illegal change of status", order, from + " to " + to);
    }
    lastStatus.put(order.id(), to);
    if (to.terminal() && !ended.add(order.id())) {
      throw new Violation("order ended twice", order, to);
    }
  }

  private static OrderStatus entered(EventType type) {
    for (OrderStatus status : OrderStatus.values()) {
      if (status.enteredEvent() == type) {
        return status;
      }
    }
    throw new Violation("order event without a status", type.wire());
  }

  private void callEvent(OrderRow order, OrderUpdate.EmittedEvent event) {
    List<EventType> earlier = calls.computeIfAbsent(event.attemptId(), any -> new ArrayList<>());
    boolean first = earlier.isEmpty();
    boolean legal =
        switch (event.type()) {
          case CALL_STARTED -> first;
          case CALL_ANSWERED -> earlier.equals(List.of(EventType.CALL_STARTED));
          case CALL_ENDED -> !first && !earlier.contains(EventType.CALL_ENDED);
          default -> false;
        };
    if (!legal) {
      throw new Violation("call events out of order", order, earlier + " then " + event);
    }
    earlier.add(event.type());
  }
}
