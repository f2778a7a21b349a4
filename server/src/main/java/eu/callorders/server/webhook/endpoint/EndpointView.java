package eu.callorders.server.webhook.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.server.http.EntityTag;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;

/** The contract's representation of an endpoint. */
public final class EndpointView {
  private EndpointView() {}

  public static ObjectNode of(Endpoint endpoint) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.WEBHOOK_ENDPOINT.format(endpoint.id()))
            .put("url", endpoint.url());
    Json.putIfPresent(json, "description", endpoint.description());
    if (endpoint.eventTypes() != null) {
      ArrayNode types = json.putArray("event_types");
      endpoint.eventTypes().forEach(types::add);
    }
    json.put("payload_mode", endpoint.thin() ? "thin" : "full")
        .put("api_version", "v1")
        .put("status", endpoint.status().wire());
    json.set("verification", verification(endpoint.verification()));
    json.set("health", health(endpoint.health()));
    return json.put("created_at", Timestamps.format(endpoint.createdAt()));
  }

  /** With the secret, which is shown only once. */
  public static ObjectNode of(Endpoint endpoint, SigningSecret secret) {
    return of(endpoint).put("secret", secret.encode());
  }

  public static Reply reply(int status, Endpoint endpoint) {
    return tagged(Reply.of(status, of(endpoint)), endpoint);
  }

  public static Reply tagged(Reply reply, Endpoint endpoint) {
    return reply.with("ETag", EntityTag.of(endpoint.revision()));
  }

  private static ObjectNode verification(Verification verification) {
    ObjectNode json = Json.object().put("state", verification.state().wire());
    Timestamps.putIfPresent(json, "last_attempt_at", verification.lastAttemptAt());
    Timestamps.putIfPresent(json, "expires_at", verification.expiresAt());
    Json.putIfPresent(json, "failure_reason", verification.failureReason());
    return json;
  }

  private static ObjectNode health(EndpointHealth health) {
    ObjectNode json = Json.object().put("consecutive_failures", health.consecutiveFailures());
    Timestamps.putIfPresent(json, "last_success_at", health.lastSuccessAt());
    Timestamps.putIfPresent(json, "last_failure_at", health.lastFailureAt());
    return json;
  }
}
