package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A row of the list of signals; missing values are empty.
 *
 * @param subject reference of the person; empty once erased
 * @param effects on enrollments, in the order of the service, each once
 */
record SignalRow(
    String id,
    String type,
    String subject,
    String dedupeKey,
    String receivedAt,
    List<String> effects) {
  /** Signals are immutable, so all versions are equal. */
  static final Comparator<SignalRow> BY_ID = Comparator.comparing(SignalRow::id);

  /** Reads a signal of the API or of an event. */
  static SignalRow of(JsonNode signal) {
    return new SignalRow(
        signal.path("id").asText(),
        signal.path("signal_type").asText().intern(),
        signal.path("subject_reference").asText(""),
        signal.path("dedupe_key").asText(""),
        signal.path("received_at").asText(),
        Json.list(signal.path("triggered"), effect -> effect.path("effect").asText().intern())
            .stream()
            .distinct()
            .toList());
  }

  /** Whether type, person or key contain the text, in any case. */
  boolean contains(String text) {
    String searched = text.toLowerCase(Locale.ROOT);
    return Stream.of(type, subject, dedupeKey)
        .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains(searched));
  }
}
