package eu.callorders.server.cli.enrollments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.client.ClientCommandRun;
import eu.callorders.server.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnrollmentsCommandTest {
  private static final String SEQUENCE =
      """
      {"key": "by_hand", "title": "By hand", "trigger": {"signal_type": "invoice.overdue"},
       "exit_conditions": [{"type": "subject_reached"}],
       "steps": [
         {"id": "letter", "type": "wait", "after": {"min": "P5D"}},
         {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]}
      """;
  private static final String SIGNAL =
      """
      {"signal_type": "invoice.overdue", "dedupe_key": "k1", "subject_reference": "debtor-1",
       "subject": {"reference": "debtor-1", "name": {"family_name": "Muster"}},
       "contacts": [{"channel": "phone", "value": "+493023125021"}],
       "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
         "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}}
      """;

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Map<String, String> environment =
      ClientCommandRun.environment(service.address(), tenant);
  @TempDir private Path directory;

  private ClientCommandRun run(String... arguments) {
    return ClientCommandRun.of(environment, arguments);
  }

  private void createSequence() {
    CallOrderClient client =
        CallOrderClient.builder(service.address(), tenant.clientId(), tenant.clientSecret())
            .build();
    TypeReference<JsonNode> tree = new TypeReference<>() {};
    String id =
        client
            .send(ApiRequest.of("POST", "/v1/sequences", tree).withBody(Json.parse(SEQUENCE)))
            .body()
            .path("id")
            .asText();
    client.activateSequenceVersion(id, "1");
  }

  @Test
  void startsAnEnrollmentByASignalAndPausesResumesAndCancelsIt() throws Exception {
    createSequence();
    String file = Files.writeString(directory.resolve("signal.json"), SIGNAL).toString();
    ClientCommandRun sent = run("signals", "send", file, "--json");
    assertThat(sent.exit()).as(sent.err()).isZero();
    String id = sent.json().at("/triggered/0/enrollment_id").asText();
    assertThat(run("signals", "send", file, "--json").json().path("id"))
        .isEqualTo(sent.json().path("id"));

    assertThat(run("enrollments", "list", "--sequence", "by_hand").out()).contains(id, "debtor-1");
    assertThat(run("enrollments", "list", "--status", "paused").out()).contains("(none)");
    assertThat(status(run("enrollments", "pause", id, "--json"))).isEqualTo("paused");
    assertThat(run("enrollments", "pause", id).err()).contains("enrollment_not_active");
    assertThat(status(run("enrollments", "resume", id, "--json"))).isEqualTo("active");
    assertThat(status(run("enrollments", "cancel", id, "--json"))).isEqualTo("canceled");
    assertThat(run("enrollments", "get", id).out()).contains("canceled");
  }

  private static String status(ClientCommandRun run) {
    assertThat(run.exit()).as(run.err()).isZero();
    return run.json().path("status").asText();
  }
}
