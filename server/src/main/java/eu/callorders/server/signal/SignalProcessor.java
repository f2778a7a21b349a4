package eu.callorders.server.signal;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Records signals and applies them: to enrollments, exits first, to promises, holds and orders, and
 * at last to enrollments that they start.
 */
public final class SignalProcessor {
  private final EnrollmentSignalHandler enrollments;
  private final ClaimSignalHandler claims;
  private final EventStore events;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public SignalProcessor(
      EnrollmentSignalHandler enrollments,
      ClaimSignalHandler claims,
      EventStore events,
      InstantSource realTime,
      RandomGenerator random) {
    this.enrollments = enrollments;
    this.claims = claims;
    this.events = events;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Adds the phone locks of earlier subject data to signals without complete data. The caller has
   * requested the subjects' locks.
   */
  Future<List<NewSignal>> withEarlierPhoneLocks(
      SqlConnection connection, List<NewSignal> newSignals) {
    List<NewSignal> incomplete =
        newSignals.stream().filter(signal -> !signal.isComplete()).toList();
    return incomplete.isEmpty()
        ? Future.succeededFuture(newSignals)
        : enrollments
            .earlierPhoneLocks(connection, incomplete.stream().map(NewSignal::triggerKey).toList())
            .map(
                phoneLocks -> {
                  Iterator<Set<String>> next = phoneLocks.iterator();
                  return newSignals.stream()
                      .map(
                          signal ->
                              signal.isComplete() ? signal : signal.withPhoneLocks(next.next()))
                      .toList();
                });
  }

  /**
   * Processes signals with distinct subjects and keys. The caller holds the locks of the keys and
   * subjects and, shared, of the phones.
   *
   * @return the recorded signals, in order
   */
  Future<List<Signal>> process(
      SqlConnection connection, List<NewSignal> newSignals, Map<UUID, Tenant> tenants) {
    Future<List<Long>> places = events.reservePositions(connection, newSignals.size());
    List<ReceivedSignal> arrived =
        newSignals.stream().map(signal -> assignId(signal, tenants)).toList();
    return enrollments
        .recordFacts(connection, arrived.stream().map(ReceivedSignal::toFact).toList())
        .compose(ended -> claims.apply(connection, arrived).map(ended))
        .compose(
            ended ->
                enrollments
                    .trigger(connection, arrived.stream().map(ReceivedSignal::toTrigger).toList())
                    .map(started -> toSignals(arrived, ended, started)))
        .compose(
            received ->
                Future.join(
                        SignalStore.insert(connection, received, realTime.instant()),
                        places.compose(reserved -> appendEvents(connection, received, reserved)))
                    .map(received));
  }

  private ReceivedSignal assignId(NewSignal signal, Map<UUID, Tenant> tenants) {
    Tenant tenant = Objects.requireNonNull(tenants.get(signal.tenantId()));
    UUID id = UuidV7.at(realTime.instant(), random);
    return new ReceivedSignal(signal, id, tenant, tenant.now(realTime));
  }

  private static List<Signal> toSignals(
      List<ReceivedSignal> arrived, List<List<Triggered>> ended, List<List<Triggered>> started) {
    return IntStream.range(0, arrived.size())
        .mapToObj(index -> arrived.get(index).toSignal(ended.get(index), started.get(index)))
        .toList();
  }

  private Future<Void> appendEvents(
      SqlConnection connection, List<Signal> received, List<Long> places) {
    return events.write(
        connection, received.stream().map(SignalView::receivedEvent).toList(), places);
  }
}
