package eu.callorders.server.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.http.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The resources that an event concerns. What is null does not apply and is left out.
 *
 * <p>{@code Related.none().callOrder(orderId).enrollment(enrollmentId).orderType("reminder")}
 *
 * @param callOrderId the feed can be filtered by it
 * @param enrollmentId the feed can be filtered by it
 * @param members all of them, in wire spelling, by member name
 */
public record Related(
    @Nullable UUID callOrderId, @Nullable UUID enrollmentId, Map<String, String> members) {
  private static final Related NONE = new Related(null, null, Map.of());

  public Related {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  public static Related none() {
    return NONE;
  }

  public Related callOrder(@Nullable UUID id) {
    return new Related(id, enrollmentId, with("call_order_id", IdKind.ORDER, id));
  }

  public Related call(@Nullable UUID id) {
    return new Related(callOrderId, enrollmentId, with("call_id", IdKind.CALL, id));
  }

  public Related enrollment(@Nullable UUID id) {
    return new Related(callOrderId, id, with("enrollment_id", IdKind.ENROLLMENT, id));
  }

  public Related sequence(@Nullable UUID id) {
    return new Related(callOrderId, enrollmentId, with("sequence_id", IdKind.SEQUENCE, id));
  }

  public Related signal(@Nullable UUID id) {
    return new Related(callOrderId, enrollmentId, with("signal_id", IdKind.SIGNAL, id));
  }

  public Related suppression(@Nullable UUID id) {
    return new Related(callOrderId, enrollmentId, with("suppression_id", IdKind.SUPPRESSION, id));
  }

  public Related webhookEndpoint(@Nullable UUID id) {
    return new Related(
        callOrderId, enrollmentId, with("webhook_endpoint_id", IdKind.WEBHOOK_ENDPOINT, id));
  }

  public Related orderType(@Nullable String key) {
    return new Related(callOrderId, enrollmentId, with("order_type", key));
  }

  public Related clientReference(@Nullable String reference) {
    return new Related(callOrderId, enrollmentId, with("client_reference", reference));
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    members.forEach(json::put);
    return json;
  }

  private Map<String, String> with(String name, IdKind kind, @Nullable UUID id) {
    return with(name, id == null ? null : kind.format(id));
  }

  private Map<String, String> with(String name, @Nullable String value) {
    if (value == null) {
      return members;
    }
    Map<String, String> more = new LinkedHashMap<>(members);
    more.put(name, value);
    return more;
  }
}
