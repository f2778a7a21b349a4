package eu.callorders.console.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/**
 * A sequence as a line.
 *
 * @param activeVersion empty until one was activated
 */
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
  /** Timestamps of the service have one form, so their order is that of their text. */
  static final Comparator<SequenceRow> BY_AGE = Comparator.comparing(SequenceRow::updatedAt);

  /** Of a sequence as the interface shows it, in an event too. */
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
