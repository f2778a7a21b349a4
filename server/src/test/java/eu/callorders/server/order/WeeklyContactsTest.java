package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WeeklyContactsTest {

  @Test
  void caseNumberTakesPrecedence() {
    UUID name = claim("{\"case_number\": \"1\", \"contract_number\": \"2\"}", "A");

    assertThat(claim("{\"case_number\": \"1\", \"contract_number\": \"3\"}", "B")).isEqualTo(name);
    assertThat(claim("{\"case_number\": \"2\", \"contract_number\": \"2\"}", "A"))
        .isNotEqualTo(name);
  }

  @Test
  void fallsBackToContractThenInvoiceThenCreditor() {
    UUID contract = claim("{\"contract_number\": \"1\", \"invoice_number\": \"2\"}", "A");
    UUID invoice = claim("{\"invoice_number\": \"1\"}", "A");

    assertThat(claim("{\"contract_number\": \"1\"}", "B")).isEqualTo(contract);
    assertThat(claim("{\"invoice_number\": \"1\"}", "B")).isEqualTo(invoice);
    assertThat(claim("{}", "A")).isEqualTo(claim("{\"case_number\": \"\"}", "A"));
    assertThat(claim("{}", "A")).isNotEqualTo(claim("{}", "B"));
  }

  @Test
  void sameValueInAnotherMemberYieldsAnotherKey() {
    assertThat(claim("{\"case_number\": \"1\"}", "A"))
        .isNotEqualTo(claim("{\"contract_number\": \"1\"}", "A"))
        .isNotEqualTo(claim("{}", "1"));
  }

  /** The migration computes the same key for older attempts. */
  @Test
  void keyIsStable() {
    assertThat(claim("{\"case_number\": \"4711\"}", "A"))
        .isEqualTo(UUID.fromString("d69f9be9-b8a3-c675-25cf-f7bcaaf52091"));
  }

  private static UUID claim(String reference, String creditor) {
    ObjectNode document = Json.object();
    ObjectNode claim = document.withObject("/context/claim").put("creditor_name", creditor);
    claim.set("reference", Json.parse(reference));
    return WeeklyContacts.claimKey(new OrderDocument(document, Json.object()));
  }
}
