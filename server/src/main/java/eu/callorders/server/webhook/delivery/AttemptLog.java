package eu.callorders.server.webhook.delivery;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs one line per attempt, without bodies, path and query, which may hold secrets. */
final class AttemptLog {
  private static final Logger LOG = LoggerFactory.getLogger("eu.callorders.webhook.attempt");

  private AttemptLog() {}

  /**
   * @param url the target; null when nothing was sent
   */
  static void write(DeliveryOutcome outcome, @Nullable TargetUrl url) {
    ClaimedDelivery claimed = outcome.claimed();
    LogLine line =
        LogLine.info(LOG)
            .with(LogField.DELIVERY_ID, IdKind.WEBHOOK_DELIVERY.format(claimed.id()))
            .with(LogField.EVENT_ID, IdKind.EVENT.format(claimed.eventId()))
            .with(LogField.EVENT_TYPE, claimed.eventType())
            .with(LogField.ENDPOINT_ID, IdKind.WEBHOOK_ENDPOINT.format(claimed.endpointId()))
            .with(LogField.TENANT_ID, IdKind.TENANT.format(claimed.tenantId()))
            .with(LogField.REPLAY, claimed.replay() || claimed.requested())
            .with(LogField.DELIVERY_STATUS, outcome.status().wire())
            .with(LogField.HOST, url == null ? null : url.hostAndPort());
    DeliveryAttempt attempt = outcome.attempt();
    if (attempt != null) {
      line.with(LogField.ATTEMPT_NUMBER, outcome.attempts().size())
          .with(LogField.DURATION_MS, attempt.durationMs())
          .with(LogField.RESPONSE_STATUS, attempt.responseStatus())
          .with(LogField.ERROR, attempt.error())
          .with(LogField.NEXT_ATTEMPT_AT, outcome.nextAttemptAt());
    }
    line.log("webhook attempt");
  }
}
