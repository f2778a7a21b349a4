package eu.callorders.server.admin;

import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.ExplanationView;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;

/** Why a call order is dialed or not. */
final class CallOrderExplanationResource {
  private final DialExplainer explanations;

  CallOrderExplanationResource(DialExplainer explanations) {
    this.explanations = explanations;
  }

  List<Operation> operations() {
    return List.of(Operation.of("explainCallOrder", this::explainCallOrder));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/call-orders/{order_id}/explanation}. */
  private Future<Reply> explainCallOrder(ApiRequest request) {
    return explanations
        .explain(AdminPaths.tenant(request), AdminPaths.order(request))
        .map(Reply.ifFound(explained -> Reply.of(200, ExplanationView.forOperators(explained))));
  }
}
