package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.json.Json;
import eu.callorders.server.search.SearchKind;
import eu.callorders.server.search.SearchText;
import eu.callorders.server.sequence.PinnedSequence;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The enrollment of a subject in a sequence, as loaded for a decision. Instants are the tenant's
 * time.
 *
 * @param revision rises with every change
 * @param knownFacts facts since its start that a wait refers to
 * @param orderEnded whether the current step's order has ended and is not yet processed
 * @param orderIds its orders, oldest first
 * @param subjectData null while unknown
 * @param endedAt null while it runs
 */
record Enrollment(
    Origin origin,
    PinnedSequence sequence,
    int revision,
    EnrollmentState state,
    Set<Fact> knownFacts,
    boolean orderEnded,
    List<UUID> orderIds,
    @Nullable SubjectData subjectData,
    @Nullable Instant endedAt) {

  /**
   * What the start fixes.
   *
   * @param signalId the signal that triggered it
   * @param metadata of the signal; null for none
   */
  record Origin(
      UUID id,
      UUID tenantId,
      String subjectReference,
      UUID signalId,
      @Nullable JsonNode metadata,
      Instant createdAt) {}

  Enrollment {
    knownFacts = Set.copyOf(knownFacts);
    orderIds = List.copyOf(orderIds);
  }

  TenantSubject subject() {
    return new TenantSubject(origin.tenantId(), origin.subjectReference());
  }

  List<TenantPhone> phones() {
    return subjectData == null ? List.of() : subjectData.contact().tenantPhones(origin.tenantId());
  }

  SearchText searchText() {
    ObjectNode data = subjectData == null ? Json.object() : subjectData.json();
    return SearchText.of(
        SearchKind.ENROLLMENT,
        origin.id(),
        origin.tenantId(),
        origin.subjectReference(),
        null,
        data.path("subject"),
        data.path("contacts"));
  }

  UUID id() {
    return origin.id();
  }

  UUID tenantId() {
    return origin.tenantId();
  }

  boolean running() {
    return !state.status().terminal();
  }

  /** The index of the current or final step; the last step once all are done. */
  int currentStep() {
    int step =
        switch (state) {
          case EnrollmentState.Active(var position) -> position.step();
          case EnrollmentState.Paused(var position) -> position.step();
          case EnrollmentState.Ended ended -> ended.step();
        };
    return Math.min(step, sequence.steps().size() - 1);
  }

  String currentStepId() {
    return sequence.definition().steps().get(currentStep()).id();
  }

  Enrollment with(EnrollmentState next, Instant now) {
    Instant ended = next.status().terminal() ? now : null;
    return new Enrollment(
        origin, sequence, revision, next, knownFacts, orderEnded, orderIds, subjectData, ended);
  }

  Enrollment withKnownFacts(Set<Fact> facts) {
    return new Enrollment(
        origin, sequence, revision, state, facts, orderEnded, orderIds, subjectData, endedAt);
  }

  Enrollment withOrderIds(List<UUID> orders) {
    return new Enrollment(
        origin, sequence, revision, state, knownFacts, orderEnded, orders, subjectData, endedAt);
  }

  Enrollment withSubjectData(SubjectData found) {
    return new Enrollment(
        origin, sequence, revision, state, knownFacts, orderEnded, orderIds, found, endedAt);
  }
}
