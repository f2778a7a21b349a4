package eu.callorders.console.event;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.session.SubjectNames;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.StatusStyle;
import java.util.Comparator;
import java.util.regex.Pattern;
import javafx.beans.value.ObservableValue;

/**
 * A row of the event table; missing values are empty.
 *
 * @param subject reference of the person; events of calls have none
 */
public record EventRow(
    String id,
    String type,
    String occurredAt,
    String subject,
    String orderId,
    String enrollmentId,
    String signalId,
    String callId,
    String clientReference,
    StatusBadge.Tone tone) {
  /** Events are immutable, so all versions are equal. */
  static final Comparator<EventRow> BY_ID = Comparator.comparing(EventRow::id);

  private static final int MAX_LENGTH = 200;
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\p{Cf}]+");

  public static EventRow of(JsonNode event) {
    JsonNode related = event.path("related");
    JsonNode data = event.path("data");
    String subject = data.path("subject").path("reference").asText("");
    return new EventRow(
        event.path("id").asText(),
        singleLine(event.path("type").asText()).intern(),
        event.path("occurred_at").asText(),
        subject.isEmpty() ? data.path("subject_reference").asText("") : subject,
        related.path("call_order_id").asText(),
        related.path("enrollment_id").asText(),
        related.path("signal_id").asText(),
        related.path("call_id").asText(),
        singleLine(related.path("client_reference").asText()),
        StatusStyle.event(event));
  }

  /** Name and reference of the person. */
  public ObservableValue<String> person(SubjectNames names) {
    return (subject.isEmpty() && !orderId.isEmpty()
            ? names.ofOrder(orderId, "")
            : names.ofSubject(subject))
        .map(SubjectName::text);
  }

  /** Client text, stripped of control characters and cut to the length of a line. */
  private static String singleLine(String text) {
    String line = CONTROL.matcher(text).replaceAll(" ");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "…";
  }
}
