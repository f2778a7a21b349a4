package eu.callorders.server.dial;

import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Detects active nodes of a deployment from the gateway's current era, without requesting one.
 * Compares the gateway's times only with each other. Blocks.
 */
final class OtherSystemCheck {
  /** The gateway refuses signatures 5 minutes off its clock; a node sends requests more often. */
  private static final Duration RECENT = Duration.ofMinutes(6);

  private final VoiceGateway gateway;
  private final Instant now;
  private final Polling polling;

  OtherSystemCheck(VoiceGateway gateway, Instant now, Polling polling) {
    this.gateway = gateway;
    this.now = now;
    this.polling = polling;
  }

  /** How often the gateway is polled after the first request, and the pause before each. */
  record Polling(int times, Duration pause) {
    /** Active nodes send a request every 5 seconds; one may get lost. */
    static final Polling DEFAULT = new Polling(12, Duration.ofSeconds(1));
  }

  enum Activity {
    ACTIVE,
    NONE,
    /** The gateway has no eras, is of an earlier draft, or does not answer. */
    UNKNOWN
  }

  Activity run(UUID deployment) {
    if (!gateway.capabilities().recovery()) {
      return Activity.UNKNOWN;
    }
    return switch (query(deployment)) {
      case EraQueryResult.NotFound _ -> Activity.NONE;
      case EraQueryResult.Unavailable _ -> Activity.UNKNOWN;
      case EraQueryResult.Found first ->
          first.lastSeenAt().isBefore(now.minus(RECENT)) ? Activity.NONE : poll(deployment, first);
    };
  }

  /** The first differing reply counts, or else the last one. */
  private Activity poll(UUID deployment, EraQueryResult.Found first) {
    Activity activity = Activity.UNKNOWN;
    for (int poll = 0; poll < polling.times() && activity != Activity.ACTIVE; poll++) {
      BoundedWait.completes(Promise.promise().future(), polling.pause());
      activity =
          switch (query(deployment)) {
            case EraQueryResult.Unavailable _ -> Activity.UNKNOWN;
            case EraQueryResult.NotFound _ -> Activity.NONE;
            case EraQueryResult.Found later ->
                later.equals(first) ? Activity.NONE : Activity.ACTIVE;
          };
    }
    return activity;
  }

  private EraQueryResult query(UUID deployment) {
    return GatewayRequests.await(
        () -> gateway.queryEra(deployment), EraQueryResult.Unavailable::new);
  }
}
