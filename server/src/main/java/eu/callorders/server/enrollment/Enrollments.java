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
import eu.callorders.server.enrollment.EnrollmentStore.Person;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What facts and signals do to the enrollments of persons, with one statement per table. The caller
 * holds the persons' locks, and in common with others those of the numbers that a signal brings.
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
   * @param now the tenant's time
   */
  public record Trigger(
      Tenant tenant,
      UUID signalId,
      String signalType,
      String subjectReference,
      @Nullable JsonNode person,
      @Nullable JsonNode metadata,
      Instant now) {}

  /**
   * Something that came to be known of a person.
   *
   * @param now the tenant's time
   */
  public record News(Tenant tenant, String subjectReference, Fact fact, Instant now) {
    private Person person() {
      return new Person(tenant.id(), subjectReference);
    }
  }

  /**
   * Lets every running enrollment of persons, no two of them the same, know a fact of each.
   *
   * @return those that it ended, for each fact in their order
   */
  public Future<List<List<Triggered>>> learn(SqlConnection connection, List<News> news) {
    if (news.isEmpty()) {
      return Future.succeededFuture(List.of());
    }
    return store
        .running(connection, news.stream().map(News::person).toList())
        .compose(
            running -> {
              List<List<EnrollmentChange>> changes =
                  news.stream().map(one -> learn(one, running)).toList();
              return book.save(connection, changes.stream().flatMap(List::stream).toList())
                  .map(done -> changes.stream().map(Enrollments::ended).toList());
            });
  }

  private static List<EnrollmentChange> learn(News news, Map<Person, List<Enrollment>> running) {
    List<EnrollmentChange> changes =
        running.getOrDefault(news.person(), List.of()).stream()
            .map(one -> EnrollmentChange.of(one, news.now()))
            .toList();
    changes.forEach(change -> change.learn(news.fact()));
    return changes;
  }

  private static List<Triggered> ended(List<EnrollmentChange> changes) {
    return changes.stream()
        .filter(EnrollmentChange::justEnded)
        .map(change -> new Triggered(change.enrollment().id(), Effect.EXITED))
        .toList();
  }

  /**
   * Starts, replaces or skips enrollments of persons, no two of them the same, in every sequence
   * whose trigger a signal is. Whoever must not be called is not enrolled, and a tenant without the
   * feature enrolls nobody.
   *
   * @return the effects of each signal, in their order
   */
  public Future<List<List<Triggered>>> trigger(SqlConnection connection, List<Trigger> signals) {
    return triggered(connection, signals)
        .compose(starts -> withPersons(connection, starts))
        .compose(starts -> mayBeCalled(connection, starts))
        .compose(starts -> start(connection, starts))
        .map(
            effects ->
                signals.stream()
                    .map(signal -> effects.getOrDefault(signal.signalId(), List.of()))
                    .toList());
  }

  /** All enrollments that a signal starts, and whom to call as far as it is known. */
  private record Start(
      Trigger signal, List<PinnedSequence> sequences, Optional<ObjectNode> person) {
    Person of() {
      return new Person(signal.tenant().id(), signal.subjectReference());
    }

    OfTenant subject() {
      return new OfTenant(signal.tenant().id(), signal.subjectReference());
    }

    List<OfTenant> numbers() {
      return PersonData.phones(person.orElse(null)).stream()
          .map(phone -> new OfTenant(signal.tenant().id(), phone))
          .toList();
    }
  }

  /** A type of signals of a tenant. */
  private record Type(UUID tenantId, String signalType) {
    static Type of(Trigger signal) {
      return new Type(signal.tenant().id(), signal.signalType());
    }
  }

  private Future<List<Start>> triggered(SqlConnection connection, List<Trigger> signals) {
    Map<Type, Future<List<PinnedSequence>>> found = new HashMap<>();
    for (Trigger signal : signals) {
      if (signal.tenant().sequencesEnabled()) {
        found.computeIfAbsent(
            Type.of(signal),
            type -> sequences.triggeredBy(connection, type.tenantId(), type.signalType()));
      }
    }
    return Future.join(List.copyOf(found.values()))
        .map(
            done -> {
              List<Start> starts = new ArrayList<>();
              for (Trigger signal : signals) {
                Future<List<PinnedSequence>> begun = found.get(Type.of(signal));
                if (begun != null && !begun.result().isEmpty()) {
                  Optional<ObjectNode> told = Optional.ofNullable((ObjectNode) signal.person());
                  starts.add(new Start(signal, begun.result(), told));
                }
              }
              return starts;
            });
  }

  /** What the signal says, else the newest that was said before, under the locks of its numbers. */
  private static Future<List<Start>> withPersons(SqlConnection connection, List<Start> starts) {
    List<Future<Start>> known = new ArrayList<>();
    for (Start start : starts) {
      known.add(
          start.person().isPresent()
              ? Future.succeededFuture(start)
              : PersonData.newest(
                      connection, start.signal().tenant().id(), start.signal().subjectReference())
                  .map(found -> new Start(start.signal(), start.sequences(), found)));
    }
    return Future.join(known)
        .compose(
            done -> {
              Set<String> locks = new HashSet<>();
              for (int place = 0; place < starts.size(); place++) {
                if (starts.get(place).person().isEmpty()) {
                  Start found = known.get(place).result();
                  locks.addAll(
                      PersonData.numberLocks(
                          found.signal().tenant().id(), found.person().orElse(null)));
                }
              }
              return locks.isEmpty()
                  ? Future.<Void>succeededFuture()
                  : Locks.takeShared(connection, locks);
            })
        .map(locked -> known.stream().map(Future::result).toList());
  }

  /** As acceptance judges: the person, or every number of the person, must not be called. */
  private Future<List<Start>> mayBeCalled(SqlConnection connection, List<Start> starts) {
    if (starts.isEmpty()) {
      return Future.succeededFuture(starts);
    }
    Future<Set<OfTenant>> subjects =
        suppressions.barredSubjects(connection, starts.stream().map(Start::subject).toList());
    Future<Set<OfTenant>> phones =
        suppressions.barredPhones(
            connection,
            starts.stream().flatMap(start -> start.numbers().stream()).distinct().toList());
    return Future.join(subjects, phones)
        .map(
            done ->
                starts.stream()
                    .filter(start -> !isBarred(start, subjects.result(), phones.result()))
                    .toList());
  }

  private static boolean isBarred(Start start, Set<OfTenant> subjects, Set<OfTenant> phones) {
    List<OfTenant> numbers = start.numbers();
    return subjects.contains(start.subject())
        || (!numbers.isEmpty() && phones.containsAll(numbers));
  }

  /** By signal. */
  private Future<Map<UUID, List<Triggered>>> start(SqlConnection connection, List<Start> starts) {
    if (starts.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return store
        .running(connection, starts.stream().map(Start::of).toList())
        .compose(
            running -> {
              Map<UUID, List<Triggered>> all = new HashMap<>();
              List<EnrollmentChange> changes = new ArrayList<>();
              for (Start start : starts) {
                List<Triggered> effects = new ArrayList<>();
                for (PinnedSequence sequence : start.sequences()) {
                  List<Enrollment> before = running.getOrDefault(start.of(), List.of());
                  enroll(start, sequence, before, effects, changes);
                }
                all.put(start.signal().signalId(), effects);
              }
              return book.save(connection, changes).map(done -> all);
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
      EnrollmentChange replaced = EnrollmentChange.of(before.get(), start.signal().now());
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
            start.signal().tenant().id(),
            start.signal().subjectReference(),
            start.signal().signalId(),
            start.signal().metadata(),
            start.signal().now()),
        sequence,
        1,
        new EnrollmentState.Active(new Position.Before(0, start.signal().now())),
        Set.of(),
        false,
        List.of(),
        start.person().orElse(null),
        null);
  }
}
