package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import java.util.List;
import java.util.Map;

/**
 * What the service has about a person.
 *
 * @param pages the newest rows of each section that the session may read
 */
record SubjectDetail(String reference, Map<SubjectSection, Page<JsonNode>> pages) {
  private static final Page<JsonNode> NOTHING = new Page<>(List.of(), false, "");

  Page<JsonNode> page(SubjectSection section) {
    return pages.getOrDefault(section, NOTHING);
  }

  /** Whether nothing that the session may read names the person. */
  boolean isUnknown() {
    return pages.values().stream().allMatch(page -> page.rows().isEmpty());
  }

  boolean hasOrder(String id) {
    return page(SubjectSection.ORDERS).rows().stream()
        .anyMatch(order -> order.path("id").asText().equals(id));
  }

  /** How many of the read orders or enrollments have not ended. */
  long open(SubjectSection section) {
    return page(section).rows().stream().filter(row -> !row.hasNonNull("ended_at")).count();
  }
}
