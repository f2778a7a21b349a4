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
 * @param notAfter its last moment to begin; real time
 */
record LostCall(UUID id, Facts facts, Instant at, Instant notAfter, List<AttemptUpdate> news) {
  private static final Logger LOG = LoggerFactory.getLogger(LostCall.class);

  /** No backup that is restored is older, and no gateway tells of calls that are. */
  private static final Duration OLDEST = Duration.ofDays(366);

  /** How long before its last moment to begin a call can have been accepted, and some more. */
  private static final Duration LONGEST_PLACING = Duration.ofHours(1);

  /**
   * @param realNow no call was accepted later
   */
  static LostCall of(UUID id, Facts facts, List<GatewayEvent> events, Instant realNow) {
    Instant told =
        events.stream().map(event -> event.header().at()).min(Instant::compareTo).orElseThrow();
    Instant notAfter =
        within(id, facts.notAfter(), realNow.minus(OLDEST), realNow.plus(LONGEST_PLACING));
    Instant at = within(id, told, notAfter.minus(LONGEST_PLACING), realNow);
    List<AttemptUpdate> news =
        events.stream().<AttemptUpdate>map(AttemptUpdate.EventReceived::new).toList();
    return new LostCall(id, facts, at, notAfter, news);
  }

  /** The course of the call is held to its intent, so that the intent must be possible. */
  private static Instant within(UUID id, Instant reported, Instant from, Instant to) {
    Instant used = reported.isBefore(from) ? from : reported.isAfter(to) ? to : reported;
    if (!used.equals(reported)) {
      LOG.warn(
          "time {} of unknown call {} is outside its possible span: {} is used",
          reported,
          id,
          used);
    }
    return used;
  }

  /** When it was accepted by the clock of its tenant. */
  Instant intendedAt(Tenant tenant) {
    return at.plus(tenant.clockOffset());
  }

  /** The day whose dials it is one of. */
  TenantDay day(Tenant tenant) {
    return new TenantDay(tenant.id(), LocalDate.ofInstant(intendedAt(tenant), tenant.timezone()));
  }

  /** Whether the gateway has reported an objection of the person. */
  boolean objected() {
    return news.stream().anyMatch(ObjectionRecorder::isObjection);
  }

  /** The same call as one of another order. */
  LostCall of(UUID orderId) {
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

  /** The same call, over for one of several persons who may have been called. */
  LostCall ended(UUID attemptId) {
    return with(
        Stream.concat(news.stream(), Stream.of(new AttemptUpdate.Lost(attemptId))).toList());
  }

  /** Without what one person said, where nothing tells which person it was. */
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
