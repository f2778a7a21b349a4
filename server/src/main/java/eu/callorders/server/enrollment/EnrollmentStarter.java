package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.Position;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.SignalTrigger;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.TriggerKey;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.sequence.PinnedSequence;
import eu.callorders.server.sequence.SequenceStore;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts enrollments for signals, with one statement per table. */
final class EnrollmentStarter {
  private static final Logger LOG = LoggerFactory.getLogger(EnrollmentStarter.class);

  private final EnrollmentStore store;
  private final EnrollmentWriter writer;
  private final SequenceStore sequences;
  private final InstantSource realTime;
  private final RandomGenerator random;

  EnrollmentStarter(
      EnrollmentStore store,
      EnrollmentWriter writer,
      SequenceStore sequences,
      InstantSource realTime,
      RandomGenerator random) {
    this.store = store;
    this.writer = writer;
    this.sequences = sequences;
    this.realTime = realTime;
    this.random = random;
  }

  /** See {@link EnrollmentSignalHandler#trigger}. */
  Future<List<List<Triggered>>> trigger(SqlConnection connection, List<SignalTrigger> signals) {
    return findStarts(connection, signals)
        .compose(starts -> withSubjectData(connection, starts))
        .compose(starts -> withoutSuppressed(connection, starts))
        .compose(starts -> start(connection, starts))
        .map(
            effects ->
                signals.stream()
                    .map(signal -> effects.getOrDefault(signal.signalId(), List.of()))
                    .toList());
  }

  /** See {@link EnrollmentSignalHandler#earlierPhoneLocks}. */
  Future<List<Set<String>>> earlierPhoneLocks(SqlConnection connection, List<TriggerKey> keys) {
    return triggered(connection, keys)
        .compose(
            triggered ->
                SubjectData.loadNewest(
                    connection,
                    keys.stream()
                        .filter(key -> triggered.containsKey(TriggerType.of(key)))
                        .map(TriggerKey::subject)
                        .distinct()
                        .toList()))
        .map(
            newest ->
                keys.stream()
                    .map(key -> phoneLocks(key.tenantId(), newest.get(key.subject())))
                    .toList());
  }

  private static Set<String> phoneLocks(UUID tenantId, @Nullable SubjectData subjectData) {
    return subjectData == null ? Set.of() : subjectData.contact().phoneLocks(tenantId);
  }

  /** The enrollments that a signal starts, with the subject data if known. */
  private record Start(
      SignalTrigger signal, List<PinnedSequence> sequences, Optional<SubjectData> subjectData) {
    TenantSubject subject() {
      return signal.triggerKey().subject();
    }

    List<TenantPhone> phones() {
      return subjectData
          .map(data -> data.contact().tenantPhones(signal.tenant().id()))
          .orElse(List.of());
    }
  }

  private record TriggerType(UUID tenantId, String signalType) {
    static TriggerType of(TriggerKey key) {
      return new TriggerType(key.tenantId(), key.signalType());
    }
  }

  private Future<List<Start>> findStarts(SqlConnection connection, List<SignalTrigger> signals) {
    List<SignalTrigger> eligible =
        signals.stream().filter(signal -> signal.tenant().sequencesEnabled()).toList();
    return triggered(connection, eligible.stream().map(SignalTrigger::triggerKey).toList())
        .map(
            triggered -> {
              List<Start> starts = new ArrayList<>();
              for (SignalTrigger signal : eligible) {
                List<PinnedSequence> triggeredSequences =
                    triggered.get(TriggerType.of(signal.triggerKey()));
                if (triggeredSequences != null) {
                  starts.add(
                      new Start(
                          signal, triggeredSequences, Optional.ofNullable(signal.subjectData())));
                }
              }
              return starts;
            });
  }

  /** The sequences each type triggers; types without any are absent. */
  private Future<Map<TriggerType, List<PinnedSequence>>> triggered(
      SqlConnection connection, Collection<TriggerKey> keys) {
    Map<TriggerType, Future<List<PinnedSequence>>> lookups = new HashMap<>();
    for (TriggerKey key : keys) {
      lookups.computeIfAbsent(
          TriggerType.of(key),
          type -> sequences.findTriggeredBy(connection, type.tenantId(), type.signalType()));
    }
    return Future.join(List.copyOf(lookups.values()))
        .map(
            done -> {
              Map<TriggerType, List<PinnedSequence>> found = new HashMap<>();
              lookups.forEach((type, lookup) -> found.put(type, lookup.result()));
              found.values().removeIf(List::isEmpty);
              return found;
            });
  }

  /** Uses the signal's subject data, else the newest known. */
  private static Future<List<Start>> withSubjectData(SqlConnection connection, List<Start> starts) {
    List<TenantSubject> missing =
        starts.stream().filter(start -> start.subjectData().isEmpty()).map(Start::subject).toList();
    return SubjectData.loadNewest(connection, missing)
        .map(
            newest ->
                starts.stream()
                    .map(
                        start ->
                            new Start(
                                start.signal(),
                                start.sequences(),
                                start
                                    .subjectData()
                                    .or(() -> Optional.ofNullable(newest.get(start.subject())))))
                    .toList());
  }

  /** Same rule as order acceptance: neither the subject nor all of its phones are suppressed. */
  private Future<List<Start>> withoutSuppressed(SqlConnection connection, List<Start> starts) {
    if (starts.isEmpty()) {
      return Future.succeededFuture(starts);
    }
    Future<Set<TenantSubject>> subjects =
        SuppressionStore.suppressedSubjects(
            connection, starts.stream().map(Start::subject).toList());
    Future<Set<TenantPhone>> phones =
        SuppressionStore.suppressedPhones(
            connection,
            starts.stream().flatMap(start -> start.phones().stream()).distinct().toList());
    return Future.join(subjects, phones)
        .map(
            done ->
                starts.stream()
                    .filter(start -> !isSuppressed(start, subjects.result(), phones.result()))
                    .toList());
  }

  private static boolean isSuppressed(
      Start start, Set<TenantSubject> suppressedSubjects, Set<TenantPhone> suppressedPhones) {
    List<TenantPhone> phones = start.phones();
    return suppressedSubjects.contains(start.subject())
        || (!phones.isEmpty() && suppressedPhones.containsAll(phones));
  }

  /** Effects by signal id. */
  private Future<Map<UUID, List<Triggered>>> start(SqlConnection connection, List<Start> starts) {
    if (starts.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return store
        .loadRunning(connection, starts.stream().map(Start::subject).toList())
        .compose(
            running -> {
              Map<UUID, List<Triggered>> all = new HashMap<>();
              List<EnrollmentChange> changes = new ArrayList<>();
              for (Start start : starts) {
                List<Triggered> effects = new ArrayList<>();
                int notStarted = 0;
                for (PinnedSequence sequence : start.sequences()) {
                  List<Enrollment> before = running.getOrDefault(start.subject(), List.of());
                  notStarted += enroll(start, sequence, before, effects, changes) ? 0 : 1;
                }
                if (notStarted > 0) {
                  logNotStarted(start.signal(), notStarted);
                }
                all.put(start.signal().signalId(), effects);
              }
              return writer.save(connection, changes).map(done -> all);
            });
  }

  private static void logNotStarted(SignalTrigger signal, int notStarted) {
    LOG.warn(
        "signal {} of tenant {} did not start {} enrollments: its subject has {} running",
        IdKind.SIGNAL.format(signal.signalId()),
        IdKind.TENANT.format(signal.tenant().id()),
        notStarted,
        EnrollmentStore.RUNNING_LIMIT);
  }

  /** False if the subject has too many running enrollments. */
  private boolean enroll(
      Start start,
      PinnedSequence sequence,
      List<Enrollment> running,
      List<Triggered> effects,
      List<EnrollmentChange> changes) {
    Optional<Enrollment> before =
        running.stream()
            .filter(enrollment -> enrollment.sequence().sequenceId().equals(sequence.sequenceId()))
            .findFirst();
    if (before.isPresent()) {
      if (sequence.definition().policy() == EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT) {
        effects.add(new Triggered(before.get().id(), Effect.SKIPPED));
        return true;
      }
      EnrollmentChange replaced = EnrollmentChange.of(before.get(), start.signal().now());
      replaced.apply(new EnrollmentCommand.Replace());
      changes.add(replaced);
      effects.add(new Triggered(before.get().id(), Effect.REPLACED));
    } else if (running.size() + countStarted(effects) >= EnrollmentStore.RUNNING_LIMIT) {
      return false;
    }
    EnrollmentChange started = EnrollmentChange.started(newEnrollment(start, sequence));
    changes.add(started);
    effects.add(new Triggered(started.enrollment().id(), Effect.ENROLLED));
    return true;
  }

  private static long countStarted(List<Triggered> effects) {
    return effects.stream().filter(each -> each.effect() == Effect.ENROLLED).count();
  }

  private Enrollment newEnrollment(Start start, PinnedSequence sequence) {
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
        start.subjectData().orElse(null),
        null);
  }
}
