package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.server.audit.AuditAction;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The filter of the audit log offers each action that the service writes, and names it. */
class AuditActionsTest {
  @Test
  void coverThoseOfTheServiceAndItsContract() throws IOException {
    Texts texts = Texts.of(AuditView.class);
    List<String> written = Arrays.stream(AuditAction.values()).map(AuditAction::wire).toList();
    assertThat(AuditView.ACTIONS)
        .containsExactlyInAnyOrderElementsOf(written)
        .containsExactlyInAnyOrderElementsOf(contract())
        .allMatch(action -> texts.bundle().containsKey("action." + action));
  }

  private static List<String> contract() throws IOException {
    try (InputStream text =
        AuditActionsTest.class.getResourceAsStream("/contract/administration.yaml")) {
      JsonNode entry =
          new ObjectMapper(new YAMLFactory())
              .readTree(Objects.requireNonNull(text))
              .at("/components/schemas/AuditEntry/properties/action/x-extensible-enum");
      return Json.list(entry, JsonNode::asText);
    }
  }
}
