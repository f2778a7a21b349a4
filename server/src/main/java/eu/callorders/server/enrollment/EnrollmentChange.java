package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentDecider;
import eu.callorders.core.enrollment.EnrollmentDecision;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.OrderAction;
import eu.callorders.core.enrollment.Position;
import eu.callorders.core.event.EventType;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Changes of one enrollment within a transaction, with their effect on its orders and their events.
 * {@link EnrollmentWriter} saves it.
 */
final class EnrollmentChange {
  private final Instant now;
  private final boolean isNew;
  private final List<NewEvent> events = new ArrayList<>();
  private Enrollment enrollment;
  private OrderAction orderAction = OrderAction.NONE;
  private boolean changed;
  private boolean subjectDataAdded;

  private EnrollmentChange(Enrollment enrollment, Instant now, boolean isNew) {
    this.enrollment = enrollment;
    this.now = now;
    this.isNew = isNew;
  }

  /**
   * @param now the tenant's time
   */
  static EnrollmentChange of(Enrollment enrollment, Instant now) {
    return new EnrollmentChange(enrollment, now, false);
  }

  /** A new enrollment before its first step. */
  static EnrollmentChange started(Enrollment first) {
    EnrollmentChange change = new EnrollmentChange(first, first.origin().createdAt(), true);
    change.changed = true;
    change.addEvent(EventType.ENROLLMENT_STARTED);
    return change;
  }

  Enrollment enrollment() {
    return enrollment;
  }

  Instant now() {
    return now;
  }

  /**
   * Applies a command if the state machine accepts it. The creation of an order is not applied: its
   * outcome is a separate command.
   */
  EnrollmentDecision apply(EnrollmentCommand command) {
    EnrollmentDecision decision =
        EnrollmentDecider.decide(
            enrollment.sequence().definition(),
            enrollment.state(),
            enrollment.knownFacts(),
            command,
            now);
    if (decision instanceof EnrollmentDecision.Accept accept
        && accept.orders() != OrderAction.CREATE) {
      applyAccepted(accept);
    }
    return decision;
  }

  private void applyAccepted(EnrollmentDecision.Accept accept) {
    enrollment = enrollment.with(accept.next(), now);
    changed = true;
    if (accept.orders() != OrderAction.NONE) {
      orderAction = accept.orders();
    }
    accept.events().forEach(this::addEvent);
  }

  /** Applies a fact, and stores it if a wait refers to it. */
  void recordFact(Fact fact) {
    storeFact(fact);
    apply(new EnrollmentCommand.RecordFact(fact));
  }

  void applyOrderEnd(EnrollmentCommand.OrderEnded result) {
    if (EnrollmentDecider.isSubjectReached(result)) {
      storeFact(Fact.Condition.SUBJECT_REACHED);
    }
    apply(result);
  }

  void applyOrderAccepted(UUID orderId) {
    List<UUID> all = new ArrayList<>(enrollment.orderIds());
    all.add(orderId);
    enrollment = enrollment.withOrderIds(all);
    apply(new EnrollmentCommand.OrderAccepted());
  }

  /** Adds subject data that was missing so far. */
  void addSubjectData(SubjectData subjectData) {
    enrollment = enrollment.withSubjectData(subjectData);
    subjectDataAdded = true;
    changed = true;
  }

  private void storeFact(Fact fact) {
    if (enrollment.sequence().definition().waitFacts().contains(fact)) {
      Set<Fact> facts = new HashSet<>(enrollment.knownFacts());
      if (facts.add(fact)) {
        enrollment = enrollment.withKnownFacts(facts);
        changed = true;
      }
    }
  }

  private void addEvent(EventType type) {
    RelatedResources related =
        RelatedResources.none()
            .enrollment(enrollment.id())
            .sequence(enrollment.sequence().sequenceId())
            .signal(enrollment.origin().signalId());
    if (type == EventType.ENROLLMENT_STEP_STARTED && hasOrder()) {
      related = related.callOrder(enrollment.orderIds().getLast());
    }
    events.add(
        new NewEvent(
            enrollment.tenantId(),
            type,
            now,
            related,
            enrollment.origin().metadata(),
            EnrollmentView.of(enrollment)));
  }

  private boolean hasOrder() {
    return enrollment.state() instanceof EnrollmentState.Active(Position.Ordered _);
  }

  boolean changed() {
    return changed;
  }

  boolean isNew() {
    return isNew;
  }

  boolean subjectDataAdded() {
    return subjectDataAdded;
  }

  boolean justEnded() {
    return !isNew && changed && !enrollment.running();
  }

  OrderAction orderAction() {
    return orderAction;
  }

  List<NewEvent> events() {
    return List.copyOf(events);
  }
}
