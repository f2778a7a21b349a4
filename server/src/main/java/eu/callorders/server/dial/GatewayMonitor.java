package eu.callorders.server.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.evidence.DisclosureCheck;
import eu.callorders.core.telephony.BreakerSignal;
import eu.callorders.core.telephony.ChannelBudget;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.evidence.ClosedCall;
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
  private static final GatewayHealth DOWN = new GatewayHealth(GatewayHealth.State.DOWN, null, null);
  private static final int TIMEOUT_SECONDS = 3;

  private static final Duration BUSY_INTERVAL = Duration.ofSeconds(1);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

  /** Minimum interval between two health checks. */
  private static final Duration MIN_INTERVAL = Duration.ofMillis(100);

  private final String name;
  private final VoiceGateway gateway;
  private final InstantSource realTime;
  private final Callbacks callbacks;
  private final TenantBreakers breakers;
  private final ChannelBudget channels = new ChannelBudget();
  private final DialCounts counts = new DialCounts();
  private GatewayStatus lastStatus = GatewayStatus.UNKNOWN;
  private Instant checkedAt = Instant.MIN;
  private boolean busy;

  /**
   * Callbacks of the monitor.
   *
   * @param wakeMonitor wakes the loop that runs {@link #runOnce()}
   * @param wakeDialers wakes the dialers
   */
  public record Callbacks(Runnable wakeMonitor, Runnable wakeDialers) {}

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
    this.callbacks = callbacks;
  }

  /** Checks the health, unless it was just checked; returns the time until the next check. */
  public Duration runOnce() {
    Duration rest = MIN_INTERVAL.minus(Duration.between(checkedAt(), realTime.instant()));
    if (rest.isPositive() && rest.compareTo(MIN_INTERVAL) <= 0) {
      return rest;
    }
    long mark = beginCheck();
    GatewayHealth health =
        BoundedWait.await(
            Future.fromCompletionStage(GatewayRequests.send(gateway::health, fault -> DOWN))
                .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .otherwise(DOWN));
    if (recordHealth(health, mark)) {
      callbacks.wakeDialers().run();
    }
    return nextCheck();
  }

  /** Calls that may be placed now; {@link #limits()} bounds those of each tenant. */
  synchronized int freeLines() {
    Instant now = realTime.instant();
    int room = channels.capacity(now);
    logChanges(now);
    if (room == 0) {
      busy = true;
      callbacks.wakeMonitor().run();
    }
    return room;
  }

  synchronized TenantBreakers.Limits limits() {
    return breakers.limits(realTime.instant());
  }

  synchronized void recordPlaced(UUID tenantId) {
    busy = true;
    channels.placed(1);
    breakers.recordPlaced(tenantId, 1, realTime.instant());
  }

  void recordResult(UUID tenantId, PhoneNumber phone, PlaceResult result) {
    counts.record(result);
    recordSignal(tenantId, phone, BreakerSignal.of(result));
    if (!(result instanceof PlaceResult.Accepted)) {
      callbacks.wakeMonitor().run();
    }
  }

  synchronized void recordSignal(UUID tenantId, PhoneNumber phone, BreakerSignal signal) {
    Instant now = realTime.instant();
    CircuitBreaker.State previous = breakers.state(tenantId, now);
    breakers.record(tenantId, phone, signal, now);
    CircuitBreaker.State state = breakers.state(tenantId, now);
    if (state != previous) {
      LOG.info(
          "gateway {}: breaker of tenant {} is {}, was {}",
          name,
          tenantId,
          format(state),
          format(previous));
    }
    logChanges(now);
  }

  public DialCounts counts() {
    return counts;
  }

  /** The configured name; without secrets. */
  public String name() {
    return name;
  }

  /** The gateway's status; open or half open when all tenants with samples are held. */
  public synchronized GatewayStatus status() {
    return status(breakers.state(realTime.instant()));
  }

  /** The status for the tenant, and whether it could place a call now; sends no request. */
  synchronized DialFacts.GatewayFacts gatewayFacts(UUID tenantId) {
    Instant now = realTime.instant();
    int room = Math.min(breakers.limits(now).forTenant(tenantId), channels.capacity(now));
    return new DialFacts.GatewayFacts(status(breakers.state(tenantId, now)), room > 0);
  }

  /** The number of tenants whose failing calls limit or stop further calls. */
  public synchronized int heldTenants() {
    return breakers.limitedTenants(realTime.instant());
  }

  private synchronized Instant checkedAt() {
    return checkedAt;
  }

  private synchronized long beginCheck() {
    checkedAt = realTime.instant();
    return channels.placedCount();
  }

  private synchronized boolean recordHealth(GatewayHealth health, long mark) {
    Instant now = realTime.instant();
    boolean full = channels.capacity(now) == 0;
    channels.update(health, mark, now);
    logChanges(now);
    return full && channels.capacity(now) > 0;
  }

  private synchronized Duration nextCheck() {
    Duration pause = busy || lastStatus != GatewayStatus.UP ? BUSY_INTERVAL : IDLE_INTERVAL;
    busy = false;
    return pause;
  }

  private void logChanges(Instant now) {
    GatewayStatus condition = status(breakers.state(now));
    if (condition != lastStatus) {
      LOG.info("gateway {} is {}, was {}", name, condition.wire(), lastStatus.wire());
      lastStatus = condition;
    }
  }

  private GatewayStatus status(CircuitBreaker.State state) {
    return GatewayStatus.of(channels.state(), state);
  }

  private static String format(CircuitBreaker.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** Counts what stored updates say about the gateway. */
  void record(StoredUpdates stored) {
    counts.recordUnknownOutcomes(stored.unknownOutcomes());
    stored
        .samples()
        .forEach(sample -> recordSignal(sample.tenantId(), sample.phone(), sample.signal()));
    if (gateway.capabilities().disclosure()) {
      stored.closed().forEach(this::checkDisclosure);
    }
  }

  private void checkDisclosure(ClosedCall call) {
    CallAttempt attempt = call.attempt();
    DisclosureCheck.check(
            attempt.attempt(),
            attempt.followUp().gatewayEvents().events(),
            attempt.intent().decision().at("/disclosure/text_sha256").textValue())
        .ifPresent(
            fault -> {
              LOG.error("call {}: its disclosure is {}", attempt.id(), fault.wire());
              counts.record(fault);
            });
  }
}
