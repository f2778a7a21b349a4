package eu.callorders.server.signal;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.enrollment.Enrollments;
import eu.callorders.server.enrollment.Enrollments.Triggered;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Records signals and lets them move enrollments: first ends, then begins. */
public final class Reception {
  private final SignalStore signals;
  private final Enrollments enrollments;
  private final EventStore events;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public Reception(
      SignalStore signals,
      Enrollments enrollments,
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
   * Takes in signals, no two of them of one person or under one key. The caller holds the locks of
   * their keys and persons, and those of their numbers in common with others.
   *
   * @return what was recorded, in the order of the signals
   */
  Future<List<Signal>> receive(
      SqlConnection connection, List<WantedSignal> wanted, Map<UUID, Tenant> tenants) {
    Future<List<Long>> places = events.keepPlaces(connection, wanted.size());
    return work(connection, wanted, tenants)
        .compose(
            received ->
                Future.join(
                        signals.insert(connection, received, realTime.instant()),
                        places.compose(
                            kept ->
                                events.write(
                                    connection,
                                    received.stream().map(SignalView::received).toList(),
                                    kept)))
                    .map(received));
  }

  private Future<List<Signal>> work(
      SqlConnection connection, List<WantedSignal> wanted, Map<UUID, Tenant> tenants) {
    Future<List<Signal>> all = Future.succeededFuture(new ArrayList<>());
    for (WantedSignal one : wanted) {
      Tenant tenant = Objects.requireNonNull(tenants.get(one.tenantId()));
      all =
          all.compose(
              before ->
                  work(connection, one, tenant)
                      .map(
                          signal -> {
                            before.add(signal);
                            return before;
                          }));
    }
    return all;
  }

  private Future<Signal> work(SqlConnection connection, WantedSignal wanted, Tenant tenant) {
    UUID id = UuidV7.at(realTime.instant(), random);
    Instant now = tenant.now(realTime);
    return enrollments
        .learn(connection, tenant, wanted.subjectReference(), wanted.fact(), now)
        .compose(
            ended ->
                tenant.sequencesEnabled()
                    ? enrollments
                        .trigger(connection, tenant, wanted.trigger(id), now)
                        .map(begun -> all(ended, begun))
                    : Future.succeededFuture(List.<Triggered>of()))
        .map(effects -> wanted.received(id, now, SignalView.triggered(effects)));
  }

  private static List<Triggered> all(List<Triggered> ended, List<Triggered> begun) {
    List<Triggered> all = new ArrayList<>(ended);
    all.addAll(begun);
    return all;
  }
}
