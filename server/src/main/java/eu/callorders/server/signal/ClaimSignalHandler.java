package eu.callorders.server.signal;

import eu.callorders.core.promise.PromiseDecider;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.promise.CallPromise;
import eu.callorders.server.promise.PromiseStore;
import eu.callorders.server.promise.PromiseView;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Applies payments and withdrawn claims: they end promises and, where the tenant is set up so,
 * release holds and cancel orders. A signal that names a claim concerns that claim of its person
 * only, another one only what names no claim.
 */
public final class ClaimSignalHandler {
  private final PromiseStore promises;
  private final EventStore events;

  public ClaimSignalHandler(PromiseStore promises, EventStore events) {
    this.promises = promises;
    this.events = events;
  }

  /**
   * Applies signals of distinct subjects; those of other types have no effect. The caller holds the
   * subjects' locks.
   */
  Future<Void> apply(SqlConnection connection, List<ReceivedSignal> received) {
    Map<TenantSubject, ReceivedSignal> bySubject =
        received.stream()
            .filter(signal -> signal.promiseFact().isPresent())
            .collect(Collectors.toMap(ReceivedSignal::subject, Function.identity()));
    return bySubject.isEmpty()
        ? Future.succeededFuture()
        : endPromises(connection, bySubject);
  }

  private Future<Void> endPromises(
      SqlConnection connection, Map<TenantSubject, ReceivedSignal> bySubject) {
    return promises
        .openOf(connection, bySubject.keySet())
        .map(
            open ->
                open.stream()
                    .map(promise -> end(promise, bySubject))
                    .flatMap(Optional::stream)
                    .toList())
        .compose(
            ended ->
                ended.isEmpty()
                    ? Future.succeededFuture()
                    : promises
                        .update(connection, ended)
                        .compose(
                            done ->
                                events.append(
                                    connection, ended.stream().map(PromiseView::event).toList())));
  }

  private static Optional<CallPromise> end(
      CallPromise promise, Map<TenantSubject, ReceivedSignal> bySubject) {
    ReceivedSignal signal = bySubject.get(promise.subject());
    if (signal == null || !promise.claim().matches(signal.newSignal().claim())) {
      return Optional.empty();
    }
    PromiseFact fact = signal.promiseFact().orElseThrow();
    return PromiseDecider.decide(promise.status(), fact)
        .map(next -> promise.ended(next, signal.now()));
  }
}
