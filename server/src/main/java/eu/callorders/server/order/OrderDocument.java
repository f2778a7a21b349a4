package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.json.Json;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.time.Timestamps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The ordered content with all defaults, as clients see it. */
public final class OrderDocument {
  /** Why the client may call the person; neither redaction nor an edit changes it. */
  public static final String COMPLIANCE_BASIS = "compliance_basis";

  private static final JsonNode SCHEDULING =
      Json.parse(
          """
          {"max_attempts": 3, "retry": {"min_gap_hours": 4, "randomize_within_window": false},
           "on_window_violation": "defer"}
          """);
  private static final JsonNode DELIVERY =
      Json.parse(
          """
          {"transcript": "structured", "include_recording_reference": false}
          """);

  private final ObjectNode json;
  private final ObjectNode givenScheduling;
  private @Nullable Scheduling scheduling;
  private @Nullable SubjectContact contact;

  /** A stored document. A member that cannot be read fails when it is needed, not before. */
  public OrderDocument(ObjectNode json, ObjectNode givenScheduling) {
    this(json, givenScheduling, null, null);
  }

  private OrderDocument(
      ObjectNode json,
      ObjectNode givenScheduling,
      @Nullable Scheduling scheduling,
      @Nullable SubjectContact contact) {
    this.json = json;
    this.givenScheduling = givenScheduling;
    this.scheduling = scheduling;
    this.contact = contact;
  }

  /** The members of a call order that its client sets, but for {@code order_type}. */
  public ObjectNode json() {
    return json;
  }

  /** The client's scheduling without defaults, the base of a PATCH. */
  ObjectNode givenScheduling() {
    return givenScheduling;
  }

  public Scheduling scheduling() {
    Scheduling read = scheduling;
    if (read == null) {
      read = OrderDocumentReader.scheduling(schedulingJson());
      scheduling = read;
    }
    return read;
  }

  public SubjectContact contact() {
    SubjectContact read = contact;
    if (read == null) {
      read = OrderDocumentReader.contact(json);
      contact = read;
    }
    return read;
  }

  /**
   * The document of a new order: the client's input over the type's defaults over the service's.
   * Throws a {@link ProblemException} when their schedulings conflict.
   *
   * @param input without faults of its own
   */
  public static OrderDocument of(
      ObjectNode input, SubjectContact contact, OrderType type, Tenant tenant) {
    ObjectNode given =
        input.path("scheduling") instanceof ObjectNode members ? members : Json.object();
    ObjectNode document = Json.object().setAll(input);
    document.remove("order_type");
    copy(document, "contacts");
    copy(document, "context");
    copy(document, COMPLIANCE_BASIS);
    ObjectNode merged = mergedScheduling(type, given);
    if (type.defaults().has("scheduling")) {
      requireConsistent(merged);
    }
    Scheduling scheduling = OrderDocumentReader.scheduling(merged);
    document.set("scheduling", merged);
    negotiation(input, type).ifPresent(value -> document.set("negotiation", value));
    document.set("delivery", delivery(input, type, tenant));
    document.set("compliance", compliance(scheduling, tenant));
    JsonNode variables = type.defaults().path("variables");
    if (!variables.isMissingNode()) {
      ((ObjectNode) document.get("context"))
          .set("variables", merge(variables, input.path("context").get("variables")));
    }
    normalizeSubjectData(document);
    normalizeComplianceBasis(document);
    return new OrderDocument(document, given, scheduling, contact);
  }

  /** Whether it states why the person may be called. */
  boolean hasComplianceBasis() {
    return json.has(COMPLIANCE_BASIS);
  }

  /** Normalizes the time of a basis of compliance, if the document has one. */
  public static void normalizeComplianceBasis(ObjectNode document) {
    if (document.path(COMPLIANCE_BASIS) instanceof ObjectNode basis) {
      normalize(basis, "obtained_at");
    }
  }

  /**
   * Adds defaults to contacts and normalizes the history of a context.
   *
   * @param document modified in place; {@code contacts} and {@code context} are optional
   */
  public static void normalizeSubjectData(ObjectNode document) {
    document.path("contacts").forEach(contact -> fillPriority((ObjectNode) contact));
    document
        .path("context")
        .path("history")
        .forEach(entry -> normalize((ObjectNode) entry, "occurred_at"));
  }

  /**
   * A copy with the client's new scheduling. Throws a {@link ProblemException} when it conflicts
   * with the type's.
   */
  OrderDocument with(OrderType type, Tenant tenant, ObjectNode given) {
    ObjectNode document = json.deepCopy();
    ObjectNode merged = mergedScheduling(type, given);
    requireConsistent(merged);
    Scheduling scheduling = OrderDocumentReader.scheduling(merged);
    document.set("scheduling", merged);
    document.set("compliance", compliance(scheduling, tenant));
    return new OrderDocument(document, given, scheduling, contact);
  }

  /** A copy with other metadata; JSON null removes it. */
  OrderDocument withMetadata(JsonNode metadata) {
    ObjectNode document = json.deepCopy();
    if (metadata.isNull()) {
      document.remove("metadata");
    } else {
      document.set("metadata", metadata);
    }
    return new OrderDocument(document, givenScheduling, scheduling, contact);
  }

  private static void copy(ObjectNode document, String member) {
    if (document.has(member)) {
      document.set(member, document.get(member).deepCopy());
    }
  }

  private static ObjectNode mergedScheduling(OrderType type, ObjectNode given) {
    ObjectNode scheduling = merge(merge(SCHEDULING, type.defaults().get("scheduling")), given);
    if (scheduling.path("window") instanceof ObjectNode window) {
      normalize(window, "not_before");
      normalize(window, "not_after");
      if (window.isEmpty()) {
        scheduling.remove("window");
      }
    }
    scheduling.put("max_attempts", scheduling.path("max_attempts").intValue());
    ObjectNode retry = (ObjectNode) scheduling.path("retry");
    retry.put("min_gap_hours", retry.path("min_gap_hours").intValue());
    return scheduling;
  }

  /** The merged members can conflict where each of the merged schedulings alone does not. */
  private static void requireConsistent(ObjectNode scheduling) {
    List<FieldError> faults = SchedulingRules.faults(scheduling);
    if (!faults.isEmpty()) {
      throw ProblemException.invalid(faults);
    }
  }

  private static void fillPriority(ObjectNode contact) {
    contact.put("priority", contact.path("priority").asInt(OrderDocumentReader.DEFAULT_PRIORITY));
  }

  /** Hours count as narrowing even if they change nothing. */
  private static ObjectNode compliance(Scheduling scheduling, Tenant tenant) {
    boolean narrowed =
        !scheduling.callTimes().isEmpty()
            || !tenant.callingHours().path("local_call_times").isEmpty();
    ObjectNode compliance = Json.object();
    compliance.putObject("recording").put("mode", "off");
    return compliance.put("contact_window_policy", narrowed ? "statutory_narrowed" : "statutory");
  }

  private static Optional<ObjectNode> negotiation(JsonNode input, OrderType type) {
    if (!input.has("negotiation") && !type.defaults().has("negotiation")) {
      return Optional.empty();
    }
    ObjectNode negotiation =
        merge(merge(Json.object(), type.defaults().get("negotiation")), input.get("negotiation"));
    negotiation.forEach(topic -> ((ObjectNode) topic).put("conclusion_mode", "record_wish_only"));
    return Optional.of(negotiation);
  }

  private static ObjectNode delivery(JsonNode input, OrderType type, Tenant tenant) {
    ObjectNode delivery =
        merge(merge(DELIVERY, type.defaults().get("delivery")), input.get("delivery"));
    if (tenant.retention().transcriptMode().equals("none")) {
      delivery.put("transcript", "none");
    }
    return delivery;
  }

  /** A copy of {@code base} with the members of {@code over} merged in, recursively. */
  private static ObjectNode merge(JsonNode base, @Nullable JsonNode over) {
    ObjectNode merged = base.deepCopy();
    if (over instanceof ObjectNode members) {
      members
          .properties()
          .forEach(
              member -> {
                JsonNode below = merged.get(member.getKey());
                JsonNode value = member.getValue();
                boolean nested = below instanceof ObjectNode && value instanceof ObjectNode;
                merged.set(member.getKey(), nested ? merge(below, value) : value.deepCopy());
              });
    }
    return merged;
  }

  private static void normalize(ObjectNode holder, String member) {
    if (holder.hasNonNull(member)) {
      holder.put(member, Timestamps.format(Timestamps.parse(holder.get(member).asText())));
    }
  }

  public String subjectReference() {
    return json.path("subject").path("reference").asText();
  }

  /** Whether the personal data is redacted; then no decision is possible. */
  public boolean redacted() {
    return json.has("redacted_at");
  }

  /** The numbers of the claim by which holds find the order. */
  public List<ClaimNumber> claimNumbers() {
    return claimNumbers(json);
  }

  /** The numbers of the claim in an order's input or document, in the order of their kinds. */
  static List<ClaimNumber> claimNumbers(JsonNode document) {
    JsonNode reference = document.path("context").path("claim").path("reference");
    List<ClaimNumber> numbers = new ArrayList<>();
    for (ClaimNumber.Kind kind : ClaimNumber.Kind.values()) {
      String value = reference.path(kind.wire()).asText();
      if (!value.isEmpty()) {
        numbers.add(new ClaimNumber(kind, value));
      }
    }
    return numbers;
  }

  public Optional<String> clientReference() {
    return Optional.ofNullable(json.get("client_reference")).map(JsonNode::asText);
  }

  /** The scheduling as stored, to compare two documents. */
  JsonNode schedulingJson() {
    return json.path("scheduling");
  }

  public boolean wantsTranscript() {
    return json.path("delivery").path("transcript").asText().equals("structured");
  }

  public JsonNode metadata() {
    return json.path("metadata");
  }
}
