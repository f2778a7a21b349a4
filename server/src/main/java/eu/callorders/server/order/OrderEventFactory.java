package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import java.time.Instant;

/** Creates events of an order and its calls, with a snapshot of the resource. */
public final class OrderEventFactory {
  private final OrderView orders;
  private final CallView calls;

  public OrderEventFactory(OrderView orders, CallView calls) {
    this.orders = orders;
    this.calls = calls;
  }

  NewEvent orderEvent(CallOrder order, EventType type, Instant now) {
    return event(order, type, related(order), orders.toJson(order, Audience.EVENT, now), now);
  }

  NewEvent callEvent(CallOrder order, CallAttempt call, EventType type, Instant now) {
    return event(
        order, type, related(order).call(call.id()), calls.render(call, Audience.EVENT, now), now);
  }

  private static NewEvent event(
      CallOrder order, EventType type, RelatedResources related, JsonNode data, Instant now) {
    JsonNode metadata = order.document().metadata();
    return new NewEvent(
        order.tenantId(), type, now, related, metadata.isMissingNode() ? null : metadata, data);
  }

  private static RelatedResources related(CallOrder order) {
    return RelatedResources.none()
        .callOrder(order.id())
        .enrollment(order.enrollmentId())
        .orderType(order.orderType())
        .clientReference(order.document().clientReference().orElse(null));
  }
}
