package eu.callorders.server.cli.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.client.ClientCommandRun;
import eu.callorders.server.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class OrdersCommandTest {
  private static final String ORDER =
      """
      {"order_type": "payment_reminder", "client_reference": "by-hand",
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

  private String file(String text) throws Exception {
    return Files.writeString(directory.resolve("order.json"), text).toString();
  }

  @Test
  void createsShowsAndListsAnOrder() throws Exception {
    ClientCommandRun created = run("orders", "create", file(ORDER), "--json");
    assertThat(created.exit()).as(created.err()).isZero();
    String id = created.json().path("id").asText();

    assertThat(run("orders", "get", id).out()).contains("client_reference").contains("by-hand");
    assertThat(run("orders", "get", id, "--json").json().path("id").asText()).isEqualTo(id);
    ClientCommandRun list = run("orders", "list", "--client-reference", "by-hand");
    assertThat(list.out().lines().toList().getFirst()).contains("id", "status", "summary_code");
    assertThat(list.out()).contains(id).contains("debtor-1");
    assertThat(run("orders", "list", "--client-reference", "other").out()).contains("(none)");
  }

  @Test
  void createsNoSecondOrderWithTheSameKey() throws Exception {
    String[] command = {"orders", "create", file(ORDER), "--idempotency-key", "k1", "--json"};
    assertThat(run(command).json().path("id")).isEqualTo(run(command).json().path("id"));
  }

  @Test
  void watchesAnOrderUntilItEnds() throws Exception {
    String id = run("orders", "create", file(ORDER), "--json").json().path("id").asText();

    ClientCommandRun watch = run("orders", "watch", id, "--json");

    assertThat(watch.exit()).as(watch.err()).isZero();
    List<String> types =
        watch.out().lines().map(Json::parse).map(event -> event.path("type").asText()).toList();
    assertThat(types).startsWith("call_order.accepted").endsWith("call_order.completed");
    assertThat(run("orders", "watch", id).out()).contains("payment_promised");
  }

  @Test
  void exportsOrdersAndShowsATranscript() throws Exception {
    String id = run("orders", "create", file(ORDER), "--json").json().path("id").asText();
    assertThat(run("orders", "watch", id).exit()).isZero();

    ClientCommandRun export = run("orders", "export", "--status", "completed");
    assertThat(export.exit()).as(export.err()).isZero();
    assertThat(export.out().lines().toList())
        .hasSize(2)
        .first()
        .isEqualTo(String.join(",", OrderSummary.COLUMNS));
    assertThat(export.out()).contains(id + ",completed,").contains(",payment_promised\n");
    JsonNode order = run("orders", "export", "--json").json();
    assertThat(order.path("id").asText()).isEqualTo(id);

    String call = order.at("/calls/0/id").asText();
    ClientCommandRun transcript = run("calls", "transcript", call);
    assertThat(transcript.exit()).as(transcript.err()).isZero();
    assertThat(transcript.out()).containsPattern("(?m)^agent ").containsPattern("(?m)^subject ");
  }

  @Test
  void cancelsAnOrder() {
    String id = tenant.create(tenant.laterOrder());

    JsonNode canceled = run("orders", "cancel", id, "--reason", "paid", "--json").json();

    assertThat(canceled.path("status").asText()).isEqualTo("canceled");
    ClientCommandRun again = run("orders", "cancel", id);
    assertThat(again.exit()).isEqualTo(1);
    assertThat(again.err()).contains("order_not_cancelable").contains("request ");
    assertThat(again.out()).isEmpty();
  }

  @Test
  void namesTheFaultsOfARefusedOrder() throws Exception {
    ClientCommandRun refused = run("orders", "create", file("{\"order_type\": 7}"));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err()).contains("validation_failed", "/subject", "/order_type");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orders", "orders create", "orders get", "orders list --bogus", "events"})
  void rejectsInvalidUsage(String arguments) {
    assertThat(run(arguments.split(" ")).exit()).isEqualTo(2);
  }

  @Test
  void rejectsAFileThatIsMissingOrNoJson() throws Exception {
    assertThat(run("orders", "create", "nowhere.json").exit()).isEqualTo(2);
    ClientCommandRun run = run("orders", "create", file("{"));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("is no JSON");
  }

  @Test
  void saysThatTheServiceIsUnreachable() {
    ClientCommandRun run =
        ClientCommandRun.of(
            ClientCommandRun.environment("http://127.0.0.1:9", tenant), "orders", "list");

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err()).contains("http://127.0.0.1:9").contains("Start the service");
  }
}
