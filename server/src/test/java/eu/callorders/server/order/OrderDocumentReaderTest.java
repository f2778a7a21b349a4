package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderDocumentReaderTest {
  private static final String FIRST = "+493023125000";
  private static final String SECOND = "+493023125001";
  private static final String THIRD = "+493023125002";

  @Test
  void dialsByPriorityThenAsGiven() {
    assertThat(phones(contact(SECOND, 100), contact(THIRD, 100), contact(FIRST, 1)))
        .containsExactly(FIRST, SECOND, THIRD);
  }

  @Test
  void duplicatePhoneKeepsItsFirstPlace() {
    assertThat(phones(contact(FIRST, 2), contact(SECOND, 3), contact(FIRST, 4)))
        .containsExactly(FIRST, SECOND);
  }

  private static String contact(String phone, int priority) {
    return "{\"channel\": \"phone\", \"value\": \"%s\", \"priority\": %d}"
        .formatted(phone, priority);
  }

  private static List<String> phones(String... contacts) {
    String document = "{\"contacts\": [" + String.join(",", contacts) + "]}";
    return OrderDocumentReader.contact(Json.parse(document)).phones().stream()
        .map(PhoneNumber::e164)
        .toList();
  }
}
