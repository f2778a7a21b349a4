package eu.callorders.server.promise;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;

/** The contract's representation of a promise. */
public final class PromiseView {
  private PromiseView() {}

  public static ObjectNode of(CallPromise promise) {
    ObjectNode json = withoutClaim(promise);
    if (!promise.claim().isEmpty()) {
      ObjectNode numbers = json.putObject("claim");
      promise.claim().all().forEach(each -> numbers.put(each.kind().wire(), each.value()));
    }
    return json;
  }

  /** The event of a promise that was made or has ended, without the claim. */
  public static NewEvent event(CallPromise promise) {
    Instant endedAt = promise.endedAt();
    return new NewEvent(
        promise.tenantId(),
        type(promise),
        endedAt == null ? promise.createdAt() : endedAt,
        RelatedResources.none()
            .callOrder(promise.origin().orderId())
            .call(promise.origin().callId())
            .promise(promise.id()),
        null,
        withoutClaim(promise));
  }

  private static EventType type(CallPromise promise) {
    return switch (promise.status()) {
      case OPEN -> EventType.PROMISE_MADE;
      case KEPT -> EventType.PROMISE_KEPT;
      case BROKEN -> EventType.PROMISE_BROKEN;
      case WITHDRAWN -> EventType.PROMISE_WITHDRAWN;
    };
  }

  private static ObjectNode withoutClaim(CallPromise promise) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.PROMISE.format(promise.id()))
            .put("status", promise.status().wire())
            .put("call_order_id", IdKind.ORDER.format(promise.origin().orderId()))
            .put("call_id", IdKind.CALL.format(promise.origin().callId()))
            .put("subject_reference", promise.origin().subjectReference());
    if (promise.amount() != null) {
      json.putObject("amount")
          .put("value", promise.amount().wireValue())
          .put("currency", promise.amount().currency());
    }
    if (promise.promisedOn() != null) {
      json.put("promised_on", promise.promisedOn().toString());
    }
    json.put("due_on", promise.terms().dueOn().toString())
        .put("breaks_at", Timestamps.format(promise.terms().graceEndsAt()))
        .put("created_at", Timestamps.format(promise.createdAt()));
    Timestamps.putIfPresent(json, "ended_at", promise.endedAt());
    return json;
  }
}
