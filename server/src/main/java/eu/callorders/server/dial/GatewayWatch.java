package eu.callorders.server.dial;

import eu.callorders.core.telephony.ChannelBudget;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayCondition;
import eu.callorders.core.telephony.GatewayEvidence;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an eye on a gateway, so that no order is claimed that it has no room for. It asks in a loop
 * of its own: whoever dials reads what is known, and never waits for an answer.
 */
public final class GatewayWatch {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayWatch.class);
  private static final GatewayHealth SILENT =
      new GatewayHealth(GatewayHealth.State.DOWN, null, null);
  private static final int PATIENCE_SECONDS = 3;

  private static final Duration WHILE_BUSY = Duration.ofSeconds(1);
  private static final Duration WHILE_IDLE = Duration.ofSeconds(5);

  /** However often the bell rings. */
  private static final Duration AT_THE_OFTENEST = Duration.ofMillis(100);

  private final String name;
  private final VoiceGateway gateway;
  private final InstantSource realTime;
  private final Bells bells;
  private final CircuitBreaker breaker;
  private final ChannelBudget channels = new ChannelBudget();
  private GatewayCondition told = GatewayCondition.UNKNOWN;
  private Instant askedAt = Instant.MIN;
  private boolean busy;

  /**
   * Whom it wakes.
   *
   * @param ask wakes the loop that runs {@link #runOnce()}
   * @param dial wakes whoever waits for room
   */
  public record Bells(Runnable ask, Runnable dial) {}

  public GatewayWatch(
      String name,
      VoiceGateway gateway,
      CircuitBreaker.Rule rule,
      InstantSource realTime,
      Bells bells) {
    this.name = name;
    this.gateway = gateway;
    this.breaker = new CircuitBreaker(rule);
    this.realTime = realTime;
    this.bells = bells;
  }

  /** Asks the gateway how it is, unless it has just done so; answers when to do so again. */
  public Duration runOnce() {
    Duration rest = AT_THE_OFTENEST.minus(Duration.between(asked(), realTime.instant()));
    if (rest.isPositive() && rest.compareTo(AT_THE_OFTENEST) <= 0) {
      return rest;
    }
    long mark = mark();
    GatewayHealth health =
        BoundedWait.await(
            Future.fromCompletionStage(Asking.of(gateway::health, fault -> SILENT))
                .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .otherwise(SILENT));
    if (told(health, mark)) {
      bells.dial().run();
    }
    return again();
  }

  /** How many calls may be placed now. */
  synchronized int room() {
    Instant now = realTime.instant();
    int room = Math.min(breaker.room(now), channels.room(now));
    tellChanges(now);
    if (room == 0) {
      busy = true;
      bells.ask().run();
    }
    return room;
  }

  /** Takes in that so many calls are being placed. */
  synchronized void placed(int calls) {
    busy |= calls > 0;
    channels.placed(calls);
    breaker.placed(calls);
  }

  /** Takes in what the gateway has answered to a call. */
  void answered(String number, PlaceAnswer answer) {
    heard(number, GatewayEvidence.of(answer));
    if (!(answer instanceof PlaceAnswer.Accepted)) {
      bells.ask().run();
    }
  }

  /** Takes in what has become of a call. */
  synchronized void heard(String number, GatewayEvidence evidence) {
    Instant now = realTime.instant();
    breaker.take(number, evidence, now);
    tellChanges(now);
  }

  /** As configured; without secrets. */
  public String name() {
    return name;
  }

  /** How it is, by what is known. */
  public synchronized GatewayCondition condition() {
    return GatewayCondition.of(channels.state(), breaker.state(realTime.instant()));
  }

  /** Whether a call would be placed now; asks nobody. */
  public synchronized boolean hasRoom() {
    Instant now = realTime.instant();
    return Math.min(breaker.room(now), channels.room(now)) > 0;
  }

  private synchronized Instant asked() {
    return askedAt;
  }

  private synchronized long mark() {
    askedAt = realTime.instant();
    return channels.mark();
  }

  /** Whether there is room now where there was none. */
  private synchronized boolean told(GatewayHealth health, long mark) {
    Instant now = realTime.instant();
    boolean full = channels.room(now) == 0;
    channels.told(health, mark, now);
    tellChanges(now);
    return full && channels.room(now) > 0;
  }

  private synchronized Duration again() {
    Duration pause = busy || told != GatewayCondition.UP ? WHILE_BUSY : WHILE_IDLE;
    busy = false;
    return pause;
  }

  private void tellChanges(Instant now) {
    GatewayCondition condition = GatewayCondition.of(channels.state(), breaker.state(now));
    if (condition != told) {
      LOG.info("gateway {}: {}, was {}", name, condition.wire(), told.wire());
      told = condition;
    }
  }
}
