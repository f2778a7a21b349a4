package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * All that is known of signals and enrollments, when a campaign is over.
 *
 * @param signalResponses responses to clients
 * @param pauses how often a response said that an enrollment is paused, by its id
 * @param canceled enrollments whose response said canceled
 * @param faults answers that no fault excuses
 * @param signals what the service shows of those that were acknowledged, by id
 * @param enrollments what the service shows, by id
 */
record EnrollmentRecord(
    Collection<SignalLedger.Entry> signalResponses,
    Map<String, Integer> pauses,
    Collection<String> canceled,
    List<String> faults,
    Map<String, JsonNode> signals,
    Map<String, JsonNode> enrollments) {

  /** Of a campaign without sequences. */
  static final EnrollmentRecord NONE =
      new EnrollmentRecord(List.of(), Map.of(), List.of(), List.of(), Map.of(), Map.of());

  static EnrollmentRecord of(SignalLedger ledger, Inventory inventory) throws InterruptedException {
    List<String> acknowledged =
        ledger.entries().stream().flatMap(entry -> entry.ids.stream()).distinct().toList();
    return new EnrollmentRecord(
        ledger.entries(),
        ledger.pauses(),
        ledger.canceled(),
        ledger.faults(),
        inventory.each("/v1/signals/", acknowledged),
        inventory.enrollments());
  }
}
