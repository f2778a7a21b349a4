package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
import java.util.List;

/** A row of the table; {@code activeVersion} is empty before the first activation. */
record SequenceRow(
    String id,
    String key,
    String title,
    String status,
    String activeVersion,
    int versions,
    String signalType,
    String createdAt,
    String updatedAt) {
  static final List<String> STATUSES = List.of("draft", "active", "archived");

  /** Timestamps have one format, so text order is time order. */
  static final Comparator<SequenceRow> BY_UPDATED_AT = Comparator.comparing(SequenceRow::updatedAt);

  /** Reads a sequence of the API or of an event. */
  static SequenceRow of(JsonNode sequence) {
    JsonNode versions = sequence.path("versions");
    return new SequenceRow(
        sequence.path("id").asText(),
        sequence.path("key").asText(),
        sequence.path("title").asText(),
        sequence.path("status").asText(),
        sequence.path("active_version").asText(),
        versions.size(),
        Versions.inUse(sequence).path("trigger").path("signal_type").asText(),
        sequence.path("created_at").asText(),
        sequence.path("updated_at").asText());
  }
}
