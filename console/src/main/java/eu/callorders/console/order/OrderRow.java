package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A row of the order table; missing values are empty. Rows are small since a table may hold 100,000
 * of them.
 *
 * @param isHeld whether a hold stands on the order
 * @param subject reference of the person
 * @param name of the person
 * @param phone masked
 * @param isComplete whether name and phone are known; events have none
 */
record OrderRow(
    String id,
    String status,
    boolean isHeld,
    String orderType,
    String clientReference,
    String subject,
    String name,
    String phone,
    boolean isComplete,
    String enrollmentId,
    int attempts,
    String nextAttemptAt,
    String summaryCode,
    String createdAt,
    String updatedAt,
    String endedAt) {
  static final List<String> STATUSES =
      List.of(
          "accepted",
          "scheduled",
          "dialing",
          "in_progress",
          "completed",
          "expired",
          "canceled",
          "failed");

  /** Timestamps have one format, so text order is time order. */
  static final Comparator<OrderRow> BY_UPDATED_AT = Comparator.comparing(OrderRow::updatedAt);

  /** Reads an order of the API. */
  static OrderRow of(JsonNode order) {
    return of(order, true);
  }

  /** Reads the order of an event. */
  static OrderRow ofEvent(JsonNode event) {
    return of(event.path("data"), event.path("data").has("redacted_at"));
  }

  private static OrderRow of(JsonNode order, boolean isComplete) {
    SubjectName person = SubjectName.ofOrder(order);
    String updatedAt = JsonValues.text(order, "updated_at");
    String endedAt = JsonValues.text(order, "ended_at");
    return new OrderRow(
        JsonValues.text(order, "id"),
        JsonValues.text(order, "status").intern(),
        StatusStyle.isHeld(order),
        JsonValues.text(order, "order_type").intern(),
        JsonValues.text(order, "client_reference"),
        person.reference(),
        person.name(),
        person.phone(),
        isComplete,
        JsonValues.text(order, "enrollment_id"),
        order.path("attempt_count").asInt(),
        JsonValues.text(order, "next_attempt_at"),
        JsonValues.text(order, "result", "summary_code").intern(),
        JsonValues.text(order, "created_at"),
        updatedAt,
        endedAt.equals(updatedAt) ? updatedAt : endedAt); // one string instead of two
  }

  /** With name and phone of an earlier state, when this one is of an event. */
  OrderRow merge(OrderRow before) {
    return isComplete || !before.isComplete
        ? this
        : new OrderRow(
            id,
            status,
            isHeld,
            orderType,
            clientReference,
            subject,
            before.name,
            before.phone,
            true,
            enrollmentId,
            attempts,
            nextAttemptAt,
            summaryCode,
            createdAt,
            updatedAt,
            endedAt);
  }

  /** All texts of {@link #statusText}. */
  static List<String> statusTexts(Texts texts) {
    return Stream.concat(
            STATUSES.stream().map(it -> texts.value("status", it)),
            Stream.of(texts.get("order.hold")))
        .toList();
  }

  /** In one word, since a list has no room for the status beside the hold. */
  String statusText(Texts texts) {
    return isHeld ? texts.get("order.hold") : texts.value("status", status);
  }

  StatusBadge.Tone tone() {
    return isHeld ? StatusStyle.of("held") : StatusStyle.order(status, summaryCode);
  }

  boolean canBeCanceled() {
    return OrderDetail.canBeCanceled(status);
  }

  SubjectName person() {
    return new SubjectName(subject, name, phone, createdAt);
  }
}
