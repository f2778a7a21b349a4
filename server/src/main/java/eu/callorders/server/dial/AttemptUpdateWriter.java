package eu.callorders.server.dial;

import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.call.TranscriptStore.Transcript;
import eu.callorders.server.capacity.DialCountStore;
import eu.callorders.server.capacity.DialCountStore.TenantDay;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.evidence.ClosedCall;
import eu.callorders.server.evidence.EvidenceWriter;
import eu.callorders.server.order.OrderWriter;
import eu.callorders.server.suppression.Suppression;
import eu.callorders.server.suppression.SuppressionLocks;
import eu.callorders.server.suppression.SuppressionStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Saves what updates of attempts change, in the caller's transaction. */
final class AttemptUpdateWriter {
  private final OrderWriter orders;
  private final OutcomeRecorder outcomes;
  private final EvidenceWriter evidence;

  AttemptUpdateWriter(InboxProcessor.OrderParts parts) {
    this.orders = parts.orderWriter();
    this.outcomes = parts.outcomes();
    this.evidence = parts.evidence();
  }

  /** Blocks until all is written; returns the calls that were closed. */
  List<ClosedCall> save(SqlConnection connection, List<AttemptUpdater> updaters) {
    List<ClosedCall> closed =
        updaters.stream().flatMap(each -> each.evidence().takeClosedCalls().stream()).toList();
    insertSuppressions(
        connection, updaters.stream().flatMap(each -> each.suppressions().stream()).toList());
    recordOutcomes(connection, updaters);
    Future<Void> saved =
        orders.save(connection, updaters.stream().map(AttemptUpdater::change).toList());
    List<Transcript> added =
        updaters.stream().flatMap(each -> each.transcripts().stream()).toList();
    Future<Void> texts =
        added.isEmpty() ? Future.succeededFuture() : TranscriptStore.insert(connection, added);
    BoundedWait.await(Future.join(saved, texts, evidence.write(connection, closed)));
    releaseDials(connection, releasedDials(updaters));
    return closed;
  }

  /** Writes only the entries; a worker enforces them after the commit. */
  private void insertSuppressions(SqlConnection connection, List<Suppression> entries) {
    BoundedWait.await(SuppressionLocks.acquirePhones(connection, entries));
    for (Suppression entry : entries) {
      BoundedWait.await(SuppressionStore.insertObjection(connection, entry));
    }
  }

  /** Writes what the reports lead to; its events follow those of the calls. */
  private void recordOutcomes(SqlConnection connection, List<AttemptUpdater> updaters) {
    Map<UUID, List<NewEvent>> events =
        outcomes.record(
            connection, updaters.stream().flatMap(each -> each.reportedCalls().stream()).toList());
    for (AttemptUpdater updater : updaters) {
      events
          .getOrDefault(updater.change().order().id(), List.of())
          .forEach(updater.change()::addEvent);
    }
  }

  /** Locks the counts in a fixed order first, so that concurrent releases cannot deadlock. */
  private void releaseDials(SqlConnection connection, Map<TenantDay, Integer> dials) {
    if (!dials.isEmpty()) {
      BoundedWait.await(DialCountStore.lock(connection, dials.keySet()));
      BoundedWait.await(DialCountStore.add(connection, dials));
    }
  }

  private static Map<TenantDay, Integer> releasedDials(List<AttemptUpdater> updaters) {
    Map<TenantDay, Integer> dials = new HashMap<>();
    for (AttemptUpdater updater : updaters) {
      for (CallAttempt refused : updater.refusedAttempts()) {
        dials.merge(
            new TenantDay(refused.tenantId(), refused.intent().dialDay()), -1, Integer::sum);
      }
    }
    return dials;
  }
}
