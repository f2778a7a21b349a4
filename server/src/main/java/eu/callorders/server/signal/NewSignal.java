package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.promise.PromiseFact;
import eu.callorders.core.sequence.Fact;
import eu.callorders.server.database.Locks;
import eu.callorders.server.enrollment.EnrollmentSignalHandler;
import eu.callorders.server.enrollment.SubjectData;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderDocument;
import eu.callorders.server.order.OrderDocumentReader;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A received signal that is not yet recorded.
 *
 * @param input satisfies the contract
 * @param phoneLocks locks of the known phones of the enrollment. A concurrent suppression waits for
 *     them and then finds the enrollment.
 */
record NewSignal(UUID tenantId, JsonNode input, Set<String> phoneLocks) {
  private static final List<String> SUBJECT_MEMBERS = List.of("subject", "contacts", "context");

  static NewSignal of(ApiRequest request) {
    return new NewSignal(request.caller().tenantId(), request.requiredBody());
  }

  NewSignal(UUID tenantId, JsonNode input) {
    this(
        tenantId,
        input,
        isComplete(input) ? OrderDocumentReader.contact(input).phoneLocks(tenantId) : Set.of());
  }

  /** A copy with the phone locks of earlier subject data. */
  NewSignal withPhoneLocks(Set<String> earlierPhoneLocks) {
    return new NewSignal(tenantId, input, earlierPhoneLocks);
  }

  SignalKey key() {
    return new SignalKey(tenantId, type(), input.path("dedupe_key").asText());
  }

  String subjectReference() {
    return input.path("subject_reference").asText();
  }

  String subjectLock() {
    return Locks.subject(tenantId, subjectReference());
  }

  /** The locks of its subject and phones, without that of its key. */
  Set<String> locks() {
    Set<String> locks = new HashSet<>(phoneLocks);
    locks.add(subjectLock());
    return locks;
  }

  EnrollmentSignalHandler.TriggerKey triggerKey() {
    return new EnrollmentSignalHandler.TriggerKey(tenantId, type(), subjectReference());
  }

  ClaimNumbers claim() {
    return OrderDocumentReader.claim(input);
  }

  /** What it reports about promises; empty for most types. */
  Optional<PromiseFact> promiseFact() {
    return PromiseFact.ofSignal(type());
  }

  /** Whether it may cancel any number of orders. */
  boolean mayCancelOrders(Tenant tenant) {
    return tenant.outcomes().signalsEndOrders() && promiseFact().isPresent();
  }

  Fact fact() {
    return new Fact.Signal(type());
  }

  EnrollmentSignalHandler.SignalTrigger toTrigger(UUID id, Tenant tenant, Instant now) {
    return new EnrollmentSignalHandler.SignalTrigger(
        tenant,
        id,
        type(),
        subjectReference(),
        isComplete() ? new SubjectData(Objects.requireNonNull(subjectData())) : null,
        input.get("metadata"),
        now);
  }

  Signal toSignal(UUID id, Instant receivedAt, ArrayNode triggered) {
    return new Signal(
        id,
        key(),
        subjectReference(),
        input.hasNonNull("occurred_at")
            ? Timestamps.format(Timestamps.parse(input.get("occurred_at").asText()))
            : null,
        receivedAt,
        subjectData(),
        input.get("metadata"),
        complianceBasis(),
        triggered);
  }

  /** Whether it has all subject data for an order; partial data is not used. */
  boolean isComplete() {
    return isComplete(input);
  }

  private static boolean isComplete(JsonNode input) {
    return SUBJECT_MEMBERS.stream().allMatch(input::has);
  }

  private String type() {
    return input.path("signal_type").asText();
  }

  private @Nullable JsonNode complianceBasis() {
    if (!input.has(OrderDocument.COMPLIANCE_BASIS)) {
      return null;
    }
    ObjectNode holder = Json.object();
    holder.set(
        OrderDocument.COMPLIANCE_BASIS, input.get(OrderDocument.COMPLIANCE_BASIS).deepCopy());
    OrderDocument.normalizeComplianceBasis(holder);
    return holder.get(OrderDocument.COMPLIANCE_BASIS);
  }

  private @Nullable ObjectNode subjectData() {
    ObjectNode subjectData = Json.object();
    for (String member : SUBJECT_MEMBERS) {
      if (input.has(member)) {
        subjectData.set(member, input.get(member).deepCopy());
      }
    }
    if (subjectData.isEmpty()) {
      return null;
    }
    OrderDocument.normalizeSubjectData(subjectData);
    return subjectData;
  }
}
