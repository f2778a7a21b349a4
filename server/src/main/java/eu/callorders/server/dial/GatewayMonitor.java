package eu.callorders.server.dial;

import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.telephony.BreakerSignal;
import eu.callorders.core.telephony.ChannelBudget;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps an eye on a gateway, so that no order is claimed that it has no room for. It asks in a loop
 * of its own: whoever dials reads what is known, and never waits for an answer.
 */
public final class GatewayMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayMonitor.class);
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
  private final Callbacks bells;
  private final TenantBreakers breakers;
  private final ChannelBudget channels = new ChannelBudget();
  private GatewayStatus told = GatewayStatus.UNKNOWN;
  private Instant askedAt = Instant.MIN;
  private boolean busy;

  /**
   * Whom it wakes.
   *
   * @param ask wakes the loop that runs {@link #runOnce()}
   * @param dial wakes whoever waits for room
   */
  public record Callbacks(Runnable ask, Runnable dial) {}

  public GatewayMonitor(
      String name,
      VoiceGateway gateway,
      CircuitBreaker.Rule rule,
      InstantSource realTime,
      Callbacks bells) {
    this.name = name;
    this.gateway = gateway;
    this.breakers = new TenantBreakers(rule);
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
            Future.fromCompletionStage(GatewayRequests.of(gateway::health, fault -> SILENT))
                .timeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                .otherwise(SILENT));
    if (told(health, mark)) {
      bells.dial().run();
    }
    return again();
  }

  /** How many calls may be placed now; those of a tenant are bounded by its {@link #limits()}. */
  synchronized int room() {
    Instant now = realTime.instant();
    int room = channels.room(now);
    tellChanges(now);
    if (room == 0) {
      busy = true;
      bells.ask().run();
    }
    return room;
  }

  /** How many calls each tenant may place now. */
  synchronized TenantBreakers.Limits limits() {
    return breakers.limits(realTime.instant());
  }

  /** Takes in that a call of that tenant is being placed. */
  synchronized void placed(UUID tenantId) {
    busy = true;
    channels.placed(1);
    breakers.placed(tenantId, 1, realTime.instant());
  }

  /** Takes in what the gateway has answered to a call. */
  void answered(UUID tenantId, String number, PlaceResult answer) {
    heard(tenantId, number, BreakerSignal.of(answer));
    if (!(answer instanceof PlaceResult.Accepted)) {
      bells.ask().run();
    }
  }

  /** Takes in what has become of a call. */
  synchronized void heard(UUID tenantId, String number, BreakerSignal evidence) {
    Instant now = realTime.instant();
    CircuitBreaker.State before = breakers.state(tenantId, now);
    breakers.take(tenantId, number, evidence, now);
    CircuitBreaker.State state = breakers.state(tenantId, now);
    if (state != before) {
      LOG.info(
          "gateway {}: calls of tenant {} {}, were {}", name, tenantId, word(state), word(before));
    }
    tellChanges(now);
  }

  /** As configured; without secrets. */
  public String name() {
    return name;
  }

  /** How it is, by what is known; open or half open when all tenants with evidence are held. */
  public synchronized GatewayStatus condition() {
    return condition(breakers.state(realTime.instant()));
  }

  /** How it is for that tenant, and whether a call of it would be placed now, without a request. */
  synchronized DialFacts.GatewayFacts facts(UUID tenantId) {
    Instant now = realTime.instant();
    int room = Math.min(breakers.limits(now).of(tenantId), channels.room(now));
    return new DialFacts.GatewayFacts(condition(breakers.state(tenantId, now)), room > 0);
  }

  /** Of how many tenants no calls, or only a few, are placed because theirs fail. */
  public synchronized int heldTenants() {
    return breakers.heldTenants(realTime.instant());
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
    Duration pause = busy || told != GatewayStatus.UP ? WHILE_BUSY : WHILE_IDLE;
    busy = false;
    return pause;
  }

  private void tellChanges(Instant now) {
    GatewayStatus condition = condition(breakers.state(now));
    if (condition != told) {
      LOG.info("gateway {}: {}, was {}", name, condition.wire(), told.wire());
      told = condition;
    }
  }

  private GatewayStatus condition(CircuitBreaker.State state) {
    return GatewayStatus.of(channels.state(), state);
  }

  private static String word(CircuitBreaker.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }
}
