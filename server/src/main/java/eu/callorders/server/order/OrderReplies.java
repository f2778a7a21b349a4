package eu.callorders.server.order;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.call.Audience;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Reply;
import java.time.Instant;
import java.util.UUID;

/** Parses order ids and builds replies with an order. */
final class OrderReplies {
  private final OrderView view;

  OrderReplies(OrderView view) {
    this.view = view;
  }

  /** The order id in the path; throws {@code not_found} if malformed. */
  static UUID orderId(ApiRequest request) {
    return IdKind.ORDER
        .parse(request.pathParameter("order_id"))
        .orElseThrow(() -> new ProblemException(Problem.notFound()));
  }

  Reply reply(int status, ApiRequest request, CallOrder order, Instant now) {
    Audience audience = Audience.of(request.caller().hasScope("transcripts:read"));
    return Reply.of(status, view.toJson(order, audience, now))
        .with("ETag", EntityTag.of(order.entityTag()));
  }
}
