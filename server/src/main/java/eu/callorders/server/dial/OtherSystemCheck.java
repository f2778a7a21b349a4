package eu.callorders.server.dial;

import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * Says whether nodes of a deployment are at work, by what the gateway tells of the current era
 * without granting one. Compares instants of the gateway only with each other. Blocks.
 */
final class OtherSystemCheck {
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  /** The gateway refuses signatures that are 5 minutes from its clock; a node asks more often. */
  private static final Duration RECENT = Duration.ofMinutes(6);

  private final VoiceGateway gateway;
  private final Instant now;
  private final Polling polling;

  /**
   * @param now real time
   */
  OtherSystemCheck(VoiceGateway gateway, Instant now, Polling polling) {
    this.gateway = gateway;
    this.now = now;
    this.polling = polling;
  }

  /** How often the gateway is asked after the first time, and the pause before each. */
  record Polling(int times, Duration pause) {
    /** Nodes at work ask every 5 seconds; one of their requests may get lost. */
    static final Polling DEFAULT = new Polling(12, Duration.ofSeconds(1));
  }

  /** What is known of the nodes of the deployment. */
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
          first.heardAt().isBefore(now.minus(RECENT)) ? Activity.NONE : poll(deployment, first);
    };
  }

  /** The last answer counts, or the first one that differs. */
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
    Future<EraQueryResult> answer =
        Future.fromCompletionStage(
            GatewayRequests.of(
                () -> gateway.queryEra(deployment), EraQueryResult.Unavailable::new));
    return BoundedWait.completes(answer, ANSWER_LIMIT)
        ? answer.result()
        : new EraQueryResult.Unavailable("no answer");
  }
}
