package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A call that the database has lost.
 *
 * @param at when the gateway accepted it; real time
 * @param notAfter latest start; real time
 */
record LostCall(UUID id, Facts facts, Instant at, Instant notAfter, List<AttemptUpdate> updates) {
  private static final Logger LOG = LoggerFactory.getLogger(LostCall.class);

  /** No restored backup is older. */
  private static final Duration MAX_AGE = Duration.ofDays(366);

  /** Upper bound of the time between acceptance and latest start. */
  private static final Duration MAX_PLACING_DELAY = Duration.ofHours(1);

  static LostCall of(UUID id, Facts facts, List<GatewayEvent> events, Instant realNow) {
    Instant earliest =
        events.stream().map(event -> event.header().at()).min(Instant::compareTo).orElseThrow();
    Instant notAfter =
        clamp(id, facts.notAfter(), realNow.minus(MAX_AGE), realNow.plus(MAX_PLACING_DELAY));
    Instant at = clamp(id, earliest, notAfter.minus(MAX_PLACING_DELAY), realNow);
    List<AttemptUpdate> updates =
        events.stream().<AttemptUpdate>map(AttemptUpdate.EventReceived::new).toList();
    return new LostCall(id, facts, at, notAfter, updates);
  }

  /** Clamps a time: events are checked against the intent, so the intent must be plausible. */
  private static Instant clamp(UUID id, Instant reported, Instant from, Instant to) {
    Instant used = reported.isBefore(from) ? from : reported.isAfter(to) ? to : reported;
    if (!used.equals(reported)) {
      LOG.warn(
          "unknown call {}: reported time {} is outside its range, using {}", id, reported, used);
    }
    return used;
  }

  Instant intendedAt(Tenant tenant) {
    return at.plus(tenant.clockOffset());
  }

  /** The day whose quota the call counts against. */
  TenantDay dialDay(Tenant tenant) {
    return new TenantDay(tenant.id(), LocalDate.ofInstant(intendedAt(tenant), tenant.timezone()));
  }

  boolean hasObjection() {
    return updates.stream().anyMatch(ObjectionRecorder::isObjection);
  }

  LostCall withOrder(UUID orderId) {
    Facts other =
        new Facts(
            orderId,
            facts.tenantId(),
            facts.to(),
            facts.attemptNumber(),
            facts.notAfter(),
            facts.origin());
    return new LostCall(id, other, at, notAfter, updates);
  }

  /** This call, marked as lost, for one of several possible subjects. */
  LostCall withLost(UUID attemptId) {
    return withUpdates(
        Stream.concat(updates.stream(), Stream.of(new AttemptUpdate.Lost(attemptId))).toList());
  }

  /** This call without the conversation, when its subject is uncertain. */
  LostCall withoutConversation() {
    return withUpdates(
        updates.stream()
            .filter(
                each ->
                    each instanceof AttemptUpdate.EventReceived(GatewayEvent event)
                        && !(event instanceof GatewayEvent.Objection
                            || event instanceof GatewayEvent.Report
                            || event instanceof GatewayEvent.Turns))
            .toList());
  }

  private LostCall withUpdates(List<AttemptUpdate> other) {
    return new LostCall(id, facts, at, notAfter, other);
  }
}
