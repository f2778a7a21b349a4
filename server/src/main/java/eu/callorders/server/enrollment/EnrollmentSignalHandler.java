package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.enrollment.EnrollmentStatus;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Applies facts and signals to enrollments, with one statement per table. The caller holds the
 * subjects' locks and, shared, the locks of the phones in the signals.
 */
public final class EnrollmentSignalHandler {
  private final EnrollmentStore store;
  private final EnrollmentWriter writer;
  private final EnrollmentStarter starter;

  public EnrollmentSignalHandler(
      EnrollmentStore store,
      EnrollmentWriter writer,
      SequenceStore sequences,
      InstantSource realTime,
      RandomGenerator random) {
    this.store = store;
    this.writer = writer;
    this.starter = new EnrollmentStarter(store, writer, sequences, realTime, random);
  }

  public enum Effect {
    ENROLLED,
    EXITED,
    REPLACED,
    SKIPPED
  }

  /** An effect on an enrollment, in order of occurrence. */
  public record Triggered(UUID enrollmentId, Effect effect) {}

  /** The part of a signal that decides which enrollments it starts. */
  public record TriggerKey(UUID tenantId, String signalType, String subjectReference) {
    TenantSubject subject() {
      return new TenantSubject(tenantId, subjectReference);
    }
  }

  /**
   * The part of a signal that starts enrollments.
   *
   * @param subjectData {@code subject}, {@code contacts} and {@code context} if the signal has all
   *     three; else null
   * @param metadata as the client attached it; null for none
   * @param now the tenant's time
   */
  public record SignalTrigger(
      Tenant tenant,
      UUID signalId,
      String signalType,
      String subjectReference,
      @Nullable SubjectData subjectData,
      @Nullable JsonNode metadata,
      Instant now) {
    TriggerKey triggerKey() {
      return new TriggerKey(tenant.id(), signalType, subjectReference);
    }
  }

  /**
   * A new fact about a subject.
   *
   * @param now the tenant's time
   */
  public record SubjectFact(Tenant tenant, String subjectReference, Fact fact, Instant now) {
    private TenantSubject subject() {
      return new TenantSubject(tenant.id(), subjectReference);
    }
  }

  /**
   * Applies facts, each of a different subject, to the subjects' running enrollments.
   *
   * @return for each fact in order the enrollments that exit; not those that complete because a
   *     wait skips the remaining steps
   */
  public Future<List<List<Triggered>>> recordFacts(
      SqlConnection connection, List<SubjectFact> facts) {
    if (facts.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return store
        .loadRunning(connection, facts.stream().map(SubjectFact::subject).toList())
        .compose(
            running -> {
              List<List<EnrollmentChange>> changes =
                  facts.stream().map(fact -> recordFacts(fact, running)).toList();
              return writer
                  .save(connection, changes.stream().flatMap(List::stream).toList())
                  .map(done -> changes.stream().map(EnrollmentSignalHandler::exitEffects).toList());
            });
  }

  private static List<EnrollmentChange> recordFacts(
      SubjectFact fact, Map<TenantSubject, List<Enrollment>> running) {
    List<EnrollmentChange> changes =
        running.getOrDefault(fact.subject(), List.of()).stream()
            .map(enrollment -> EnrollmentChange.of(enrollment, fact.now()))
            .toList();
    changes.forEach(change -> change.recordFact(fact.fact()));
    return changes;
  }

  private static List<Triggered> exitEffects(List<EnrollmentChange> changes) {
    return changes.stream()
        .filter(change -> change.enrollment().state().status() == EnrollmentStatus.EXITED)
        .map(change -> new Triggered(change.enrollment().id(), Effect.EXITED))
        .toList();
  }

  /**
   * Starts, replaces or skips enrollments in every sequence that a signal triggers; the signals
   * have different subjects. Suppressed subjects and tenants without the feature start none.
   *
   * @return the effects of each signal, in order
   */
  public Future<List<List<Triggered>>> trigger(
      SqlConnection connection, List<SignalTrigger> signals) {
    return starter.trigger(connection, signals);
  }

  /**
   * Phone locks for signals without subject data, from the newest known data of their subjects.
   * Call this under the subjects' locks and acquire the result shared before {@link #trigger}.
   *
   * @return the locks for each cause in order; empty if it starts nothing
   */
  public Future<List<Set<String>>> earlierPhoneLocks(
      SqlConnection connection, List<TriggerKey> keys) {
    return starter.earlierPhoneLocks(connection, keys);
  }
}
