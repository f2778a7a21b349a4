package eu.callorders.console.order;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/** What the operator of a tenant without orders, order types and endpoints can begin with. */
final class FirstStepsViewModel {
  /** The order type that each tenant has from the start. */
  private static final String DEFAULT_ORDER_TYPE = "payment_reminder";

  enum Step {
    ORDER,
    ENDPOINT,
    SUPPRESSION,
    DOCUMENTATION
  }

  /** What the tenant has; nothing while the session may not read it. */
  private record Findings(boolean endpoint, boolean orderType, boolean suppression) {}

  private final BackgroundExecutor background;
  private final Session session;
  private final ReadOnlyObjectWrapper<List<Step>> steps = new ReadOnlyObjectWrapper<>(List.of());
  private Findings findings = new Findings(false, false, false);
  private boolean begun;
  private boolean done;

  FirstStepsViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
  }

  /** Those that are left; none for a tenant that had begun before. */
  ReadOnlyObjectProperty<List<Step>> steps() {
    return steps.getReadOnlyProperty();
  }

  /** The tenant has no orders so far: reads what else it has. */
  void noOrders() {
    if (!done) {
      background.run(this::read, this::found, ignored -> {});
    }
  }

  /** The tenant has orders, and needs no first steps in this session. */
  void hasOrders() {
    if (!done) {
      done = true;
      update();
    }
  }

  private Findings read() throws ApiException {
    boolean orderType =
        session.may(Scope.CONFIG_READ)
            && session.api().page("/v1/order-types", Query.none(), "").rows().stream()
                .anyMatch(type -> !type.path("key").asText().equals(DEFAULT_ORDER_TYPE));
    return new Findings(hasAny("/v1/webhook-endpoints"), orderType, hasAny("/v1/suppressions"));
  }

  private boolean hasAny(String path) throws ApiException {
    return session.may(Scope.CONFIG_READ)
        && !session.api().page(path, Query.none(), 1, "").rows().isEmpty();
  }

  private void found(Findings now) {
    findings = now;
    begun |= !now.endpoint() && !now.orderType();
    update();
  }

  /** Applies the present scopes. */
  void update() {
    steps.set(begun && !done ? Stream.of(Step.values()).filter(this::isLeft).toList() : List.of());
  }

  private boolean isLeft(Step step) {
    return switch (step) {
      case ORDER -> session.isSandbox() && session.may(Scope.ORDERS_WRITE);
      case ENDPOINT -> !findings.endpoint() && session.may(Scope.CONFIG_WRITE);
      case SUPPRESSION -> !findings.suppression() && session.may(Scope.SUPPRESSIONS_WRITE);
      case DOCUMENTATION -> true;
    };
  }
}
