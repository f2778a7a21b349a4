package eu.callorders.server.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The resources of an event; null members are left out.
 *
 * <p>{@code Related.none().callOrder(orderId).enrollment(enrollmentId).orderType("reminder")}
 *
 * @param callOrderId for the feed's filter
 * @param enrollmentId for the feed's filter
 * @param members all resources in wire spelling, by member name
 */
public record RelatedResources(
    @Nullable UUID callOrderId, @Nullable UUID enrollmentId, Map<String, String> members) {
  private static final RelatedResources NONE = new RelatedResources(null, null, Map.of());

  public RelatedResources {
    members = Collections.unmodifiableMap(new LinkedHashMap<>(members));
  }

  public static RelatedResources none() {
    return NONE;
  }

  public RelatedResources callOrder(@Nullable UUID id) {
    return new RelatedResources(id, enrollmentId, with("call_order_id", IdKind.ORDER, id));
  }

  public RelatedResources call(@Nullable UUID id) {
    return new RelatedResources(callOrderId, enrollmentId, with("call_id", IdKind.CALL, id));
  }

  public RelatedResources enrollment(@Nullable UUID id) {
    return new RelatedResources(callOrderId, id, with("enrollment_id", IdKind.ENROLLMENT, id));
  }

  public RelatedResources sequence(@Nullable UUID id) {
    return new RelatedResources(
        callOrderId, enrollmentId, with("sequence_id", IdKind.SEQUENCE, id));
  }

  public RelatedResources signal(@Nullable UUID id) {
    return new RelatedResources(callOrderId, enrollmentId, with("signal_id", IdKind.SIGNAL, id));
  }

  public RelatedResources suppression(@Nullable UUID id) {
    return new RelatedResources(
        callOrderId, enrollmentId, with("suppression_id", IdKind.SUPPRESSION, id));
  }

  public RelatedResources promise(@Nullable UUID id) {
    return new RelatedResources(callOrderId, enrollmentId, with("promise_id", IdKind.PROMISE, id));
  }

  public RelatedResources hold(@Nullable UUID id) {
    return new RelatedResources(callOrderId, enrollmentId, with("hold_id", IdKind.HOLD, id));
  }

  public RelatedResources webhookEndpoint(@Nullable UUID id) {
    return new RelatedResources(
        callOrderId, enrollmentId, with("webhook_endpoint_id", IdKind.WEBHOOK_ENDPOINT, id));
  }

  public RelatedResources orderType(@Nullable String key) {
    return new RelatedResources(callOrderId, enrollmentId, with("order_type", key));
  }

  public RelatedResources clientReference(@Nullable String reference) {
    return new RelatedResources(callOrderId, enrollmentId, with("client_reference", reference));
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
    Map<String, String> extended = new LinkedHashMap<>(members);
    extended.put(name, value);
    return extended;
  }
}
