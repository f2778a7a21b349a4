package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * A row of the list of holds; missing values are empty.
 *
 * @param claimMember which number of the claim it names, such as {@code case_number}
 * @param claimNumber the value of that member
 * @param isComplete whether phone and note are known; events have none
 */
record HoldRow(
    String id,
    String status,
    String reason,
    String subject,
    String phone,
    String claimMember,
    String claimNumber,
    String source,
    String until,
    String note,
    String callId,
    String createdAt,
    String releasedAt,
    boolean isComplete) {
  static final List<String> STATUSES = List.of("active", "released", "expired");
  static final List<String> SOURCES = List.of("api", "call_result", "operator", "signal");
  static final List<String> REASONS =
      List.of(
          "disputed",
          "payment_promised",
          "payment_claimed",
          "deceased",
          "represented",
          "insolvent",
          "wrong_number",
          "hardship",
          "identity_not_confirmed",
          "vulnerable",
          "breathing_space",
          "other");

  /** The numbers that can name a claim, in the order in which a call's hold takes them. */
  static final List<String> CLAIM_MEMBERS =
      List.of("case_number", "contract_number", "invoice_number");

  /** A hold that has ended stays so. */
  static final Comparator<HoldRow> BY_STATE_AGE =
      Comparator.comparing(row -> !row.status().equals("active"));

  /** The order of the service. */
  static final Comparator<HoldRow> NEWEST_FIRST =
      Comparator.comparing(HoldRow::createdAt).thenComparing(HoldRow::id).reversed();

  static HoldRow of(JsonNode hold) {
    return of(hold, true);
  }

  /** Reads the hold of an event, which has neither phone nor note. */
  static HoldRow ofEvent(JsonNode event) {
    return of(event.path("data"), false);
  }

  private static HoldRow of(JsonNode hold, boolean isComplete) {
    Map.Entry<String, JsonNode> claim =
        hold.path("claim").properties().stream().findFirst().orElse(Map.entry("", hold.path("")));
    return new HoldRow(
        hold.path("id").asText(),
        hold.path("status").asText().intern(),
        hold.path("reason").asText().intern(),
        hold.path("subject_reference").asText(""),
        hold.path("phone").asText(""),
        claim.getKey().intern(),
        claim.getValue().asText(""),
        hold.path("source").asText().intern(),
        hold.path("until").asText(""),
        hold.path("note").asText(""),
        hold.path("call_id").asText(""),
        hold.path("created_at").asText(),
        hold.path("released_at").asText(""),
        isComplete);
  }

  boolean isActive() {
    return status.equals("active");
  }

  /** With phone and note of an earlier state, when this one is of an event. */
  HoldRow merge(HoldRow before) {
    return isComplete || !before.isComplete
        ? this
        : new HoldRow(
            id,
            status,
            reason,
            subject,
            before.phone,
            claimMember,
            claimNumber,
            source,
            until,
            before.note,
            callId,
            createdAt,
            releasedAt,
            true);
  }
}
