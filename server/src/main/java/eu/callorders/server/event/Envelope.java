package eu.callorders.server.event;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.util.UUID;

/** The JSON of an event, identical in feed and webhooks. */
public final class Envelope {
  private static final String API_VERSION = "v1";

  private Envelope() {}

  /**
   * The envelope of an event.
   *
   * @param environment {@code live} or {@code sandbox}
   */
  public static ObjectNode of(NewEvent event, UUID id, String environment) {
    ObjectNode envelope =
        Json.object()
            .put("id", IdKind.EVENT.format(id))
            .put("api_version", API_VERSION)
            .put("environment", environment)
            .put("type", event.type().wire())
            .put("occurred_at", Timestamps.format(event.occurredAt()))
            .put("tenant_id", IdKind.TENANT.format(event.tenantId()));
    envelope.set("related", event.related().toJson());
    Json.setIfPresent(envelope, "metadata", event.metadata());
    envelope.set("data", event.data());
    return envelope;
  }
}
