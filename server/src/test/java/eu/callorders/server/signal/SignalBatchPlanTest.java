package eu.callorders.server.signal;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SignalBatchPlanTest {
  private static final UUID TENANT = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  private final NewSignal a1 = signal(TENANT, "anna", "1");
  private final NewSignal a2 = signal(TENANT, "anna", "2");
  private final NewSignal a3 = signal(TENANT, "anna", "3");
  private final NewSignal b4 = signal(TENANT, "bert", "4");
  private final NewSignal b1 = signal(TENANT, "bert", "1");

  private static NewSignal signal(UUID tenantId, String subject, String key) {
    return new NewSignal(
        tenantId,
        Json.object()
            .put("signal_type", "a.b")
            .put("subject_reference", subject)
            .put("dedupe_key", key));
  }

  private static Set<String> locks(NewSignal... signals) {
    return Stream.of(signals)
        .flatMap(signal -> Stream.concat(signal.locks().stream(), Stream.of(signal.key().lock())))
        .collect(Collectors.toSet());
  }

  private static Set<String> without(Set<String> locks, String lock) {
    Set<String> rest = new HashSet<>(locks);
    assertThat(rest.remove(lock)).isTrue();
    return rest;
  }

  @Test
  void plansSignalsOfOneSubjectInSuccessiveRounds() {
    SignalBatchPlan plan =
        SignalBatchPlan.of(List.of(a1, b4, a2, a3), locks(a1, b4, a2, a3), Set.of());

    assertThat(plan.rounds()).containsExactly(List.of(a1, b4), List.of(a2), List.of(a3));
    assertThat(plan.repetitions()).isEmpty();
  }

  @Test
  void recordsKeyOnceAcrossSubjects() {
    NewSignal elsewhere = signal(OTHER, "bert", "1");

    SignalBatchPlan plan =
        SignalBatchPlan.of(
            List.of(a1, b1, a1, elsewhere, a2), locks(a1, b1, elsewhere, a2), Set.of(a2.key()));

    assertThat(plan.rounds()).containsExactly(List.of(a1, elsewhere));
    assertThat(plan.repetitions()).containsExactly(b1, a1, a2);
  }

  @Test
  void includesRepetitionWithoutSubjectLock() {
    SignalBatchPlan plan =
        SignalBatchPlan.of(List.of(a1), Set.of(a1.key().lock()), Set.of(a1.key()));

    assertThat(plan.repetitions()).containsExactly(a1);
  }

  @Test
  void skipsLockedSignalsAndTheirSuccessors() {
    Set<String> all = locks(a1, a2, b1, b4);

    SignalBatchPlan keyIsBusy =
        SignalBatchPlan.of(List.of(a1, a2, b4, b1), without(all, a1.key().lock()), Set.of());
    assertThat(keyIsBusy.rounds()).containsExactly(List.of(b4));
    assertThat(keyIsBusy.repetitions()).isEmpty();

    SignalBatchPlan personIsBusy =
        SignalBatchPlan.of(List.of(a1, b1, b4), without(all, a1.subjectLock()), Set.of());
    assertThat(personIsBusy.rounds()).isEmpty();
    assertThat(personIsBusy.repetitions()).isEmpty();
  }

  @Test
  void skipsSignalsWithoutPhoneLock() {
    NewSignal complete =
        new NewSignal(
            TENANT,
            Json.parse(
                """
                {"signal_type": "a.b", "subject_reference": "anna", "dedupe_key": "1",
                 "subject": {}, "contacts": [{"channel": "phone", "value": "+493023125000"}],
                 "context": {}}
                """));
    Set<String> all = locks(complete, a2);

    SignalBatchPlan plan =
        SignalBatchPlan.of(
            List.of(complete, a2), without(all, complete.phoneLocks().iterator().next()), Set.of());

    assertThat(complete.phoneLocks()).hasSize(1);
    assertThat(plan.rounds()).isEmpty();
  }
}
