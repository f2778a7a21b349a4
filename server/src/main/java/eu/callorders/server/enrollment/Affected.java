package eu.callorders.server.enrollment;

import eu.callorders.server.order.OrderChange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Orders and enrollments that one transaction has opened, each once. */
public final class Affected {
  private final List<OrderChange> orders;
  private final List<EnrollmentChange> enrollments = new ArrayList<>();

  /**
   * Begins with orders that are open already.
   *
   * @param orders whoever bars somebody changes them too
   */
  public Affected(Collection<OrderChange> orders) {
    this.orders = new ArrayList<>(orders);
  }

  List<OrderChange> orders() {
    return orders;
  }

  List<EnrollmentChange> enrollments() {
    return enrollments;
  }

  Set<UUID> orderIds() {
    return orders.stream()
        .map(change -> change.order().id())
        .collect(Collectors.toUnmodifiableSet());
  }

  Set<UUID> enrollmentIds() {
    return enrollments.stream()
        .map(change -> change.enrollment().id())
        .collect(Collectors.toUnmodifiableSet());
  }
}
