package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;

/** Why an order of the caller's tenant is where it is, and what happens next. */
public final class OrderExplanationResource {
  private final DialExplainer explainer;

  public OrderExplanationResource(DialExplainer explainer) {
    this.explainer = explainer;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("getCallOrderExplanation", this::get));
  }

  /** {@code GET /v1/call-orders/{order_id}/explanation}. */
  private Future<Reply> get(ApiRequest request) {
    return explainer
        .explain(request.caller().tenantId(), request.pathId(IdKind.ORDER, "order_id"))
        .map(Reply.ifFound(explained -> Reply.of(200, ExplanationView.forTenant(explained))));
  }
}
