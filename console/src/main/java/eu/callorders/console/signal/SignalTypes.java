package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The signal types that active sequences name.
 *
 * @param sequences keys of the sequences that a type starts; none for other types
 */
record SignalTypes(Map<String, List<String>> sequences) {
  /** They end every enrollment of the person. */
  static final List<String> PLATFORM =
      List.of("payment.received", "claim.withdrawn", "claim.disputed");

  /** They also end promises, holds and orders. */
  static final List<String> OF_CLAIMS = List.of("payment.received", "claim.withdrawn");

  /** Reads sequences of the API. */
  static SignalTypes of(List<JsonNode> sequences) {
    Map<String, List<String>> types = new TreeMap<>();
    for (JsonNode sequence : sequences) {
      boolean isActive = sequence.path("status").asText().equals("active");
      for (JsonNode version : sequence.path("versions")) {
        if (isActive && version.path("version").equals(sequence.path("active_version"))) {
          version.findValuesAsText("signal_type").forEach(type -> sequencesOf(types, type));
          String trigger = version.path("trigger").path("signal_type").asText();
          sequencesOf(types, trigger).add(sequence.path("key").asText());
        }
      }
    }
    types.remove("");
    return new SignalTypes(types);
  }

  private static List<String> sequencesOf(Map<String, List<String>> types, String type) {
    return types.computeIfAbsent(type, ignored -> new ArrayList<>());
  }

  /** All types, those of the platform first. */
  List<String> names() {
    return Stream.concat(PLATFORM.stream(), sequences.keySet().stream()).distinct().toList();
  }

  /** The keys of the active sequences that a type starts. */
  List<String> startedBy(String type) {
    return sequences.getOrDefault(type, List.of());
  }
}
