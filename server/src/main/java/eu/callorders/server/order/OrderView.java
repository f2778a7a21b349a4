package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.CallView;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.hold.HoldView;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The contract's representation of a call order, for replies and events. */
public record OrderView(CallView calls) {
  private static final List<String> NOT_IN_EVENTS = List.of("contacts", "context", "simulate");

  /** As the caller sees it, with its entity tag. */
  Reply reply(int status, ApiRequest request, CallOrder order, Instant now) {
    return Reply.of(status, toJson(order, Audience.of(request.caller()), now))
        .with("ETag", EntityTag.of(order.entityTag()));
  }

  public ObjectNode toJson(CallOrder order, Audience audience, Instant now) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.ORDER.format(order.id()))
            .put("status", order.state().status().wire())
            .put("order_type", order.orderType())
            .put("order_type_version", order.orderTypeVersion());
    document(json, order, audience);
    json.put("enrollment_id", enrollmentId(order));
    json.put("sequence_step_id", order.sequenceStepId());
    json.put("attempt_count", order.attemptCount());
    nextAttempt(order)
        .filter(at -> !at.isBefore(now))
        .ifPresent(at -> json.put("next_attempt_at", Timestamps.format(at)));
    if (order.state() instanceof OrderState.Ended ended) {
      json.set("result", result(ended, audience));
    } else if (!order.holds().isEmpty()) {
      json.set("holds", HoldView.ofOrder(order.holds().all()));
    }
    json.set("calls", calls.renderAll(order.attempts(), audience, now));
    json.put("created_at", Timestamps.format(order.createdAt()));
    json.put("updated_at", Timestamps.format(order.updatedAt()));
    if (order.state() instanceof OrderState.Ended ended) {
      json.put("ended_at", Timestamps.format(ended.result().endedAt()));
    }
    return json;
  }

  /** The planned instant; while holds bar the order, not before it may be tried again. */
  private static Optional<Instant> nextAttempt(CallOrder order) {
    if (!(order.state() instanceof OrderState.Scheduled(Instant planned))) {
      return Optional.empty();
    }
    return order.isBarred()
        ? Optional.ofNullable(order.holds().freeAt()).map(at -> at.isAfter(planned) ? at : planned)
        : Optional.of(planned);
  }

  NewEvent orderEvent(CallOrder order, EventType type, Instant now) {
    return event(order, type, related(order), toJson(order, Audience.EVENT, now), now);
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

  /** The members share the document's nodes: the result must not be changed below its members. */
  private static void document(ObjectNode json, CallOrder order, Audience audience) {
    json.setAll(order.document().json());
    if (audience == Audience.EVENT) {
      json.remove(NOT_IN_EVENTS);
      json.set("subject", Json.object().put("reference", order.subjectReference()));
    }
  }

  private static @Nullable String enrollmentId(CallOrder order) {
    return order.enrollmentId() == null ? null : IdKind.ENROLLMENT.format(order.enrollmentId());
  }

  private static JsonNode result(OrderState.Ended ended, Audience audience) {
    ObjectNode result = ResultJson.write(ended.result());
    CallView.withoutStatement(result.get("findings"), audience);
    if (audience == Audience.EVENT) {
      ((ObjectNode) result.get("termination")).remove("note");
    }
    return result;
  }
}
