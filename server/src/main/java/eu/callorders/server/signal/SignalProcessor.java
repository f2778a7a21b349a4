package eu.callorders.server.signal;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Records signals and applies them to enrollments: exits first, then starts. */
public final class SignalProcessor {
  private final SignalStore signals;
  private final EnrollmentSignalHandler enrollments;
  private final EventStore events;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public SignalProcessor(
      SignalStore signals,
      EnrollmentSignalHandler enrollments,
      EventStore events,
      InstantSource realTime,
      RandomGenerator random) {
    this.signals = signals;
    this.enrollments = enrollments;
    this.events = events;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Adds the phone locks of earlier subject data to signals without complete data. The caller has
   * requested the subjects' locks.
   */
  Future<List<NewSignal>> withEarlierNumbers(SqlConnection connection, List<NewSignal> newSignals) {
    List<NewSignal> incomplete =
        newSignals.stream().filter(signal -> !signal.isComplete()).toList();
    return incomplete.isEmpty()
        ? Future.succeededFuture(newSignals)
        : enrollments
            .earlierNumbers(connection, incomplete.stream().map(NewSignal::cause).toList())
            .map(
                phoneLocks -> {
                  Iterator<Set<String>> next = phoneLocks.iterator();
                  return newSignals.stream()
                      .map(signal -> signal.isComplete() ? signal : signal.with(next.next()))
                      .toList();
                });
  }

  /**
   * Processes signals with distinct subjects and keys. The caller holds the locks of the keys and
   * subjects and, shared, of the phones.
   *
   * @return the recorded signals, in order
   */
  Future<List<Signal>> receive(
      SqlConnection connection, List<NewSignal> newSignals, Map<UUID, Tenant> tenants) {
    Future<List<Long>> places = events.keepPlaces(connection, newSignals.size());
    List<ReceivedSignal> arrived =
        newSignals.stream().map(signal -> arrival(signal, tenants)).toList();
    return enrollments
        .learn(connection, arrived.stream().map(ReceivedSignal::news).toList())
        .compose(
            ended ->
                enrollments
                    .trigger(connection, arrived.stream().map(ReceivedSignal::trigger).toList())
                    .map(started -> received(arrived, ended, started)))
        .compose(
            received ->
                Future.join(
                        signals.insert(connection, received, realTime.instant()),
                        places.compose(reserved -> announce(connection, received, reserved)))
                    .map(received));
  }

  /** A signal with its id. */
  private record ReceivedSignal(NewSignal wanted, UUID id, Tenant tenant, Instant now) {

    EnrollmentSignalHandler.SubjectFact news() {
      return new EnrollmentSignalHandler.SubjectFact(
          tenant, wanted.subjectReference(), wanted.fact(), now);
    }

    EnrollmentSignalHandler.SignalTrigger trigger() {
      return wanted.trigger(id, tenant, now);
    }

    /** Reports effects only if sequences are enabled; exits happen regardless. */
    Signal received(List<Triggered> ended, List<Triggered> started) {
      List<Triggered> effects = new ArrayList<>();
      if (tenant.sequencesEnabled()) {
        effects.addAll(ended);
        effects.addAll(started);
      }
      return wanted.received(id, now, SignalView.triggered(effects));
    }
  }

  private ReceivedSignal arrival(NewSignal signal, Map<UUID, Tenant> tenants) {
    Tenant tenant = Objects.requireNonNull(tenants.get(signal.tenantId()));
    UUID id = UuidV7.at(realTime.instant(), random);
    return new ReceivedSignal(signal, id, tenant, tenant.now(realTime));
  }

  private static List<Signal> received(
      List<ReceivedSignal> arrived, List<List<Triggered>> ended, List<List<Triggered>> started) {
    return IntStream.range(0, arrived.size())
        .mapToObj(index -> arrived.get(index).received(ended.get(index), started.get(index)))
        .toList();
  }

  private Future<Void> announce(
      SqlConnection connection, List<Signal> received, List<Long> places) {
    return events.write(connection, received.stream().map(SignalView::received).toList(), places);
  }
}
