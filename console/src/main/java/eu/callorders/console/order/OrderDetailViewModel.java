package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TenantClock;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ResourceViewModel;

/** The shown order, kept up to date. */
final class OrderDetailViewModel extends ResourceViewModel<OrderDetail> {
  private static final String PATH = "/v1/call-orders/";

  private final Session session;

  OrderDetailViewModel(BackgroundExecutor background, Session session) {
    super(background, new OrderLoader(session)::load);
    this.session = session;
  }

  TenantClock clock() {
    return session.clock();
  }

  @Override
  protected boolean concerns(JsonNode event) {
    return JsonValues.text(event, "related", "call_order_id").equals(id());
  }

  boolean mayChange() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean canExplain() {
    return session.administration().isPresent();
  }

  /** Cancels that order; the reason may be blank. */
  void cancel(ActionTarget order, String reason) {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "reason", reason.strip());
    act(order, () -> session.api().post(PATH + order.id() + "/cancel", body), false);
  }

  String curl() {
    return session.api().curl(PATH + id());
  }
}
