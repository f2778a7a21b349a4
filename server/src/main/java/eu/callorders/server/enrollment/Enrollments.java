package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.Position;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.Locks;
import eu.callorders.server.sequence.PinnedSequence;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.suppression.SuppressionStore.OfTenant;
import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What facts and signals do to the enrollments of a person. The caller holds the person's lock, and
 * in common with others those of the numbers that a signal brings.
 */
public final class Enrollments {
  private final EnrollmentStore store;
  private final EnrollmentBook book;
  private final SequenceStore sequences;
  private final SuppressionStore suppressions;
  private final InstantSource realTime;
  private final RandomGenerator random;

  public Enrollments(
      EnrollmentStore store,
      EnrollmentBook book,
      SequenceStore sequences,
      SuppressionStore suppressions,
      InstantSource realTime,
      RandomGenerator random) {
    this.store = store;
    this.book = book;
    this.sequences = sequences;
    this.suppressions = suppressions;
    this.realTime = realTime;
    this.random = random;
  }

  /** What a signal did to an enrollment. */
  public enum Effect {
    ENROLLED,
    EXITED,
    REPLACED,
    SKIPPED
  }

  /** An effect and whom it concerns, in the order in which they came about. */
  public record Triggered(UUID enrollmentId, Effect effect) {}

  /**
   * A signal as far as it can start enrollments.
   *
   * @param person {@code subject}, {@code contacts} and {@code context} when the signal brought all
   *     three; null otherwise
   * @param metadata as the client attached it; null for none
   */
  public record Trigger(
      UUID signalId,
      String signalType,
      String subjectReference,
      @Nullable JsonNode person,
      @Nullable JsonNode metadata) {}

  /** Lets every running enrollment of the person know a fact; answers those that it ended. */
  public Future<List<Triggered>> learn(
      SqlConnection connection, Tenant tenant, String subjectReference, Fact fact, Instant now) {
    return store
        .running(connection, tenant.id(), subjectReference)
        .compose(
            running -> {
              List<EnrollmentChange> changes =
                  running.stream().map(one -> EnrollmentChange.of(one, now)).toList();
              changes.forEach(change -> change.learn(fact));
              return book.save(connection, changes).map(done -> ended(changes));
            });
  }

  private static List<Triggered> ended(List<EnrollmentChange> changes) {
    return changes.stream()
        .filter(EnrollmentChange::justEnded)
        .map(change -> new Triggered(change.enrollment().id(), Effect.EXITED))
        .toList();
  }

  /**
   * Starts, replaces or skips an enrollment in every sequence whose trigger this signal is. Whoever
   * must not be called is not enrolled, and a tenant without the feature enrolls nobody.
   */
  public Future<List<Triggered>> trigger(
      SqlConnection connection, Tenant tenant, Trigger signal, Instant now) {
    if (!tenant.sequencesEnabled()) {
      return Future.succeededFuture(List.of());
    }
    return sequences
        .triggeredBy(connection, tenant.id(), signal.signalType())
        .compose(
            triggered ->
                triggered.isEmpty()
                    ? Future.succeededFuture(List.of())
                    : person(connection, tenant, signal)
                        .compose(
                            person ->
                                barred(connection, tenant.id(), signal, person)
                                    .compose(
                                        barred ->
                                            barred
                                                ? Future.succeededFuture(List.of())
                                                : start(
                                                    connection,
                                                    new Start(tenant, signal, person, now),
                                                    triggered))));
  }

  /** What the signal says, else the newest that was said before, under the locks of its numbers. */
  private static Future<Optional<ObjectNode>> person(
      SqlConnection connection, Tenant tenant, Trigger signal) {
    if (signal.person() instanceof ObjectNode told) {
      return Future.succeededFuture(Optional.of(told));
    }
    return PersonData.newest(connection, tenant.id(), signal.subjectReference())
        .compose(
            found -> {
              Set<String> locks = PersonData.numberLocks(tenant.id(), found.orElse(null));
              return locks.isEmpty()
                  ? Future.succeededFuture(found)
                  : Locks.takeShared(connection, locks).map(found);
            });
  }

  /** As acceptance judges: the person, or every number of the person, must not be called. */
  private Future<Boolean> barred(
      SqlConnection connection, UUID tenantId, Trigger signal, Optional<ObjectNode> person) {
    List<OfTenant> numbers =
        PersonData.phones(person.orElse(null)).stream()
            .map(phone -> new OfTenant(tenantId, phone))
            .toList();
    List<OfTenant> subject = List.of(new OfTenant(tenantId, signal.subjectReference()));
    return suppressions
        .barredSubjects(connection, subject)
        .compose(
            subjects ->
                suppressions
                    .barredPhones(connection, numbers)
                    .map(
                        phones ->
                            !subjects.isEmpty()
                                || (!numbers.isEmpty() && phones.containsAll(numbers))));
  }

  /** What all enrollments that a signal starts have in common. */
  private record Start(Tenant tenant, Trigger signal, Optional<ObjectNode> person, Instant now) {}

  private Future<List<Triggered>> start(
      SqlConnection connection, Start start, List<PinnedSequence> triggered) {
    return store
        .running(connection, start.tenant().id(), start.signal().subjectReference())
        .compose(
            running -> {
              List<Triggered> effects = new ArrayList<>();
              List<EnrollmentChange> changes = new ArrayList<>();
              for (PinnedSequence sequence : triggered) {
                enroll(start, sequence, running, effects, changes);
              }
              return book.save(connection, changes).map(done -> List.copyOf(effects));
            });
  }

  private void enroll(
      Start start,
      PinnedSequence sequence,
      List<Enrollment> running,
      List<Triggered> effects,
      List<EnrollmentChange> changes) {
    Optional<Enrollment> before =
        running.stream()
            .filter(one -> one.sequence().sequenceId().equals(sequence.sequenceId()))
            .findFirst();
    if (before.isPresent()) {
      if (sequence.definition().policy() == EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT) {
        effects.add(new Triggered(before.get().id(), Effect.SKIPPED));
        return;
      }
      EnrollmentChange replaced = EnrollmentChange.of(before.get(), start.now());
      replaced.apply(new EnrollmentCommand.Replace());
      changes.add(replaced);
      effects.add(new Triggered(before.get().id(), Effect.REPLACED));
    }
    EnrollmentChange started = EnrollmentChange.started(first(start, sequence));
    changes.add(started);
    effects.add(new Triggered(started.enrollment().id(), Effect.ENROLLED));
  }

  private Enrollment first(Start start, PinnedSequence sequence) {
    return new Enrollment(
        new Enrollment.Origin(
            UuidV7.at(realTime.instant(), random),
            start.tenant().id(),
            start.signal().subjectReference(),
            start.signal().signalId(),
            start.signal().metadata(),
            start.now()),
        sequence,
        1,
        new EnrollmentState.Active(new Position.Before(0, start.now())),
        Set.of(),
        false,
        List.of(),
        start.person().orElse(null),
        null);
  }
}
