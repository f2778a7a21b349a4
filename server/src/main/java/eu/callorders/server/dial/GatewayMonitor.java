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
 * Monitors a gateway, so that no order is claimed without a free line. Health is polled in a loop
 * of its own; readers never wait for a reply.
 */
public final class GatewayMonitor {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayMonitor.class);
  private static final GatewayHealth SILENT =
      new GatewayHealth(GatewayHealth.State.DOWN, null, null);
  private static final int PATIENCE_SECONDS = 3;

  private static final Duration WHILE_BUSY = Duration.ofSeconds(1);
  private static final Duration WHILE_IDLE = Duration.ofSeconds(5);

  /** Minimum interval between two health checks. */
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
   * Callbacks of the monitor.
   *
   * @param ask wakes the loop that runs {@link #runOnce()}
   * @param dial wakes the dialer
   */
  public record Callbacks(Runnable ask, Runnable dial) {}

  public GatewayMonitor(
      String name,
      VoiceGateway gateway,
      CircuitBreaker.Rule rule,
      InstantSource realTime,
      Callbacks callbacks) {
    this.name = name;
    this.gateway = gateway;
    this.breakers = new TenantBreakers(rule);
    this.realTime = realTime;
    this.bells = callbacks;
  }

  /** Checks the health, unless it was just checked; returns the time until the next check. */
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
    if (recordHealth(health, mark)) {
      bells.dial().run();
    }
    return again();
  }

  /** Calls that may be placed now; {@link #limits()} bounds those of each tenant. */
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

  synchronized TenantBreakers.Limits limits() {
    return breakers.limits(realTime.instant());
  }

  synchronized void placed(UUID tenantId) {
    busy = true;
    channels.placed(1);
    breakers.placed(tenantId, 1, realTime.instant());
  }

  void answered(UUID tenantId, String phone, PlaceResult result) {
    heard(tenantId, phone, BreakerSignal.of(result));
    if (!(result instanceof PlaceResult.Accepted)) {
      bells.ask().run();
    }
  }

  synchronized void heard(UUID tenantId, String phone, BreakerSignal signal) {
    Instant now = realTime.instant();
    CircuitBreaker.State previous = breakers.state(tenantId, now);
    breakers.take(tenantId, phone, signal, now);
    CircuitBreaker.State state = breakers.state(tenantId, now);
    if (state != previous) {
      LOG.info(
          "gateway {}: breaker of tenant {} is {}, was {}",
          name,
          tenantId,
          word(state),
          word(previous));
    }
    tellChanges(now);
  }

  /** The configured name; without secrets. */
  public String name() {
    return name;
  }

  /** The gateway's status; open or half open when all tenants with samples are held. */
  public synchronized GatewayStatus condition() {
    return condition(breakers.state(realTime.instant()));
  }

  /** The status for the tenant, and whether it could place a call now; sends no request. */
  synchronized DialFacts.GatewayFacts facts(UUID tenantId) {
    Instant now = realTime.instant();
    int room = Math.min(breakers.limits(now).of(tenantId), channels.room(now));
    return new DialFacts.GatewayFacts(condition(breakers.state(tenantId, now)), room > 0);
  }

  /** The number of tenants whose failing calls limit or stop further calls. */
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

  private synchronized boolean recordHealth(GatewayHealth health, long mark) {
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
      LOG.info("gateway {} is {}, was {}", name, condition.wire(), told.wire());
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
