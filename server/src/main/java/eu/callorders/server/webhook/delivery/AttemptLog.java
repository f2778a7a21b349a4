package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.webhook.TargetUrl;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs one line per attempt, without bodies, path and query, which may hold secrets. */
final class AttemptLog {
  private static final Logger LOG = LoggerFactory.getLogger("eu.callorders.webhook.attempt");

  private AttemptLog() {}

  /**
   * @param url the target; null when nothing was sent
   */
  static void write(DeliveryOutcome outcome, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = outcome.claimed();
    LoggingEventBuilder line =
        LOG.atInfo()
            .addKeyValue("delivery_id", IdKind.WEBHOOK_DELIVERY.format(claimed.id()))
            .addKeyValue("event_id", IdKind.EVENT.format(claimed.eventId()))
            .addKeyValue("event_type", claimed.eventType())
            .addKeyValue("endpoint_id", IdKind.WEBHOOK_ENDPOINT.format(claimed.endpointId()))
            .addKeyValue("tenant_id", IdKind.TENANT.format(claimed.tenantId()))
            .addKeyValue("replay", claimed.replay())
            .addKeyValue("status", outcome.status().wire());
    line = addIfPresent(line, "host", url == null ? null : url.hostAndPort());
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt != null) {
      line =
          line.addKeyValue("attempt", outcome.attempts().size())
              .addKeyValue("duration_ms", attempt.durationMs());
      line = addIfPresent(line, "response_status", attempt.responseStatus());
      line = addIfPresent(line, "error", attempt.error());
      line = addIfPresent(line, "next_attempt_at", outcome.nextAttemptAt());
    }
    line.log("webhook attempt");
  }

  private static LoggingEventBuilder addIfPresent(
      LoggingEventBuilder line, String key, @Nullable Object value) {
    return value == null ? line : line.addKeyValue(key, value);
  }
}
