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
record LostCall(UUID id, Facts facts, Instant at, Instant notAfter, List<AttemptUpdate> news) {
  private static final Logger LOG = LoggerFactory.getLogger(LostCall.class);

  /** No restored backup is older. */
  private static final Duration OLDEST = Duration.ofDays(366);

  /** Upper bound of the time between acceptance and latest start. */
  private static final Duration LONGEST_PLACING = Duration.ofHours(1);

  static LostCall of(UUID id, Facts facts, List<GatewayEvent> events, Instant realNow) {
    Instant earliest =
        events.stream().map(event -> event.header().at()).min(Instant::compareTo).orElseThrow();
    Instant notAfter =
        within(id, facts.notAfter(), realNow.minus(OLDEST), realNow.plus(LONGEST_PLACING));
    Instant at = within(id, earliest, notAfter.minus(LONGEST_PLACING), realNow);
    List<AttemptUpdate> updates =
        events.stream().<AttemptUpdate>map(AttemptUpdate.EventReceived::new).toList();
    return new LostCall(id, facts, at, notAfter, updates);
  }

  /** Clamps a time: events are checked against the intent, so the intent must be plausible. */
  private static Instant within(UUID id, Instant reported, Instant from, Instant to) {
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
  TenantDay day(Tenant tenant) {
    return new TenantDay(tenant.id(), LocalDate.ofInstant(intendedAt(tenant), tenant.timezone()));
  }

  boolean objected() {
    return news.stream().anyMatch(ObjectionRecorder::isObjection);
  }

  LostCall withOrder(UUID orderId) {
    Facts other =
        new Facts(
            orderId,
            facts.tenantId(),
            facts.to(),
            facts.attempt(),
            facts.notAfter(),
            facts.origin());
    return new LostCall(id, other, at, notAfter, news);
  }

  /** This call, marked as lost, for one of several possible subjects. */
  LostCall ended(UUID attemptId) {
    return with(
        Stream.concat(news.stream(), Stream.of(new AttemptUpdate.Lost(attemptId))).toList());
  }

  /** This call without the conversation, when its subject is uncertain. */
  LostCall withoutWords() {
    return with(
        news.stream()
            .filter(
                each ->
                    each instanceof AttemptUpdate.EventReceived(GatewayEvent event)
                        && !(event instanceof GatewayEvent.Objection
                            || event instanceof GatewayEvent.Report
                            || event instanceof GatewayEvent.Turns))
            .toList());
  }

  private LostCall with(List<AttemptUpdate> other) {
    return new LostCall(id, facts, at, notAfter, other);
  }
}
