package eu.callorders.server.cli.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.model.HoldInput;
import eu.callorders.client.model.HoldReason;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.client.ClientCommandRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class ImportOrdersCommandTest {
  private static final int ROWS = 25;
  private static final List<String> CONSTANTS =
      List.of(
          "--set", "order_type=payment_reminder",
          "--set", "context.claim.outstanding.currency=EUR",
          "--set", "context.claim.creditor_name=Stadtwerke",
          "--set", "context.claim.basis.kind=invoice");

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Map<String, String> environment =
      ClientCommandRun.environment(service.address(), tenant);
  @TempDir private Path directory;

  private ClientCommandRun run(String... arguments) {
    return ClientCommandRun.of(
        environment,
        Stream.of(Stream.of("orders", "import", "--json"), CONSTANTS.stream(), Stream.of(arguments))
            .flatMap(each -> each)
            .toArray(String[]::new));
  }

  private String csv(List<String> rows) throws Exception {
    Path file = directory.resolve("orders.csv");
    Files.writeString(file, "reference,family_name,phone,amount\n" + String.join("\n", rows));
    return file.toString();
  }

  private static List<String> rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(row -> "person-%d,Muster,+4930231250%02d,%d.50".formatted(row, row, row + 1))
        .toList();
  }

  private int orders() {
    return ClientCommandRun.of(environment, "orders", "list", "--limit", "100", "--json")
        .json()
        .path("data")
        .size();
  }

  @Test
  void importsEachRowOnce() throws Exception {
    String file = csv(rows(ROWS));

    ClientCommandRun first = run(file);
    ClientCommandRun second = run(file);

    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(first.json().path("accepted").asInt()).isEqualTo(ROWS);
    assertThat(second.json().path("done").asInt()).isEqualTo(ROWS);
    assertThat(second.json().path("accepted").asInt()).isZero();
    assertThat(orders()).isEqualTo(ROWS);
    assertThat(Files.readAllLines(Path.of(file + ".result.jsonl")))
        .filteredOn(line -> line.contains("\"id\":\"ord_"))
        .hasSize(ROWS);
  }

  @Test
  void countsRowsThatAreHeldBack() throws Exception {
    List<String> rows = new ArrayList<>(rows(3));
    run(csv(rows));
    rows.set(1, rows.get(1).replace("Muster", "Mustermann"));
    rows.add(0, "person-9,Muster,+493023125009,9.00");

    for (ClientCommandRun run : List.of(run("--check", csv(rows)), run(csv(rows)))) {
      assertThat(run.exit()).isEqualTo(1);
      assertThat(run.json().path("held_back").asInt()).isEqualTo(2);
      assertThat(run.json().path("to_send").asInt()).isZero();
      assertThat(run.err()).contains("row 3: rows that are orders").contains("client_reference");
    }
    assertThat(orders()).isEqualTo(3);
  }

  @Test
  void checksWithoutAService() throws Exception {
    String file = csv(List.of("p,Muster,+493023125021,1.00", "p2,Muster,030 23125021,x"));

    ClientCommandRun check =
        ClientCommandRun.of(
            Map.of("CALLORDERS_DATA_DIR", directory.toString()),
            Stream.concat(
                    Stream.of("orders", "import", "--json", "--check", file), CONSTANTS.stream())
                .toArray(String[]::new));

    assertThat(check.exit()).isEqualTo(1);
    JsonNode report = check.json();
    assertThat(report.path("to_send").asInt()).isEqualTo(1);
    assertThat(report.at("/faults/0/row").asInt()).isEqualTo(2);
    assertThat(check.err()).contains("row 2: ").contains("--country DE").contains("no preview");
    assertThat(report.has("preview")).isFalse();
  }

  @Test
  void previewsTheRowsBeforeTheFirstIsSent() throws Exception {
    ClientCommandRun.of(environment, "suppressions", "add", "--phone", "+493023125001");
    List<String> rows = new ArrayList<>(rows(250));
    rows.set(1, "person-1,Muster,+493023125001,2.00");
    rows.set(249, "person-249,Muster,+493023125001,2.00");
    String file = csv(rows);

    ClientCommandRun check = run("--check", file);

    assertThat(check.exit()).as(check.err()).isEqualTo(1);
    assertThat(check.err()).contains("row 2: it would be refused: subject_suppressed: ");
    JsonNode preview = check.json().path("preview");
    assertThat(preview.path("refused").asInt()).isEqualTo(2);
    assertThat(preview.path("ready").asInt()).isEqualTo(248);
    assertThat(preview.at("/reasons/0/code").asText()).isEqualTo("subject_suppressed");
    assertThat(preview.at("/reasons/0/rows").asInt()).isEqualTo(2);
    assertThat(preview.path("days"))
        .singleElement()
        .satisfies(day -> assertThat(day.path("rows").asInt()).isEqualTo(248))
        .satisfies(
            day ->
                assertThat(day.path("day").asText())
                    .isEqualTo(LocalDate.ofInstant(tenant.now(), ZoneOffset.UTC).toString()));
    assertThat(orders()).isZero();
    assertThat(Path.of(file + ".result.jsonl")).doesNotExist();
  }

  @Test
  void previewsWhatIsDeferredAndHeldAndWhy() throws Exception {
    Path file = directory.resolve("orders.jsonl");
    ObjectNode later = tenant.laterOrder().json();
    ObjectNode held = later.deepCopy();
    ((ObjectNode) held.path("subject")).put("reference", "held-1");
    held.remove("scheduling");
    Files.writeString(file, later + "\n" + held + "\n");
    CallOrderClient.builder(service.address(), tenant.clientId(), tenant.clientSecret())
        .build()
        .createHold(
            HoldInput.builder().subjectReference("held-1").reason(HoldReason.OTHER).build());

    ClientCommandRun text =
        ClientCommandRun.of(environment, "orders", "import", "--check", file.toString());

    assertThat(text.exit()).as(text.err()).isZero();
    assertThat(text.out())
        .contains("0 would be refused, 0 called at once, 1 deferred, 1 held")
        .containsPattern("  deferred  \\w+: 1 rows, the first is row 1: ")
        .containsPattern("  held      hold: 1 rows, the first is row 2: ")
        .containsPattern("  \\d{4}-\\d\\d-\\d\\d: 1 first calls");
  }

  @Test
  void printsTheCheckWhenTheServiceRefusesThePreview() throws Exception {
    Map<String, String> wrong = new HashMap<>(environment);
    wrong.put("CALLORDERS_CLIENT_SECRET", "wrong");
    ClientCommandRun refused =
        ClientCommandRun.of(
            wrong,
            Stream.concat(
                    Stream.of("orders", "import", "--check", csv(rows(3))), CONSTANTS.stream())
                .toArray(String[]::new));

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.out()).startsWith("3 rows: 3 to send");
    assertThat(refused.err()).contains("refuses the credentials");
  }

  @Test
  void sendsCorrectedRowsOnly() throws Exception {
    ClientCommandRun first =
        run(csv(List.of("p1,Muster,+493023125021,1.00", "p2,Muster,12345,2.00")));
    assertThat(first.exit()).isEqualTo(1);
    assertThat(first.err()).contains("row 2: ");

    ClientCommandRun second =
        run(csv(List.of("p1,Muster,+493023125021,1.00", "p2,Muster,+493023125022,2.00")));
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(orders()).isEqualTo(2);
  }

  @Test
  void keepsWithinARateLimitOfOnePerSecond() throws Exception {
    try (RunningService slow = RunningService.sandbox(Map.of("CALLORDERS_RATE_LIMIT", "1/1"))) {
      Map<String, String> limited = ClientCommandRun.environment(slow.address(), slow.newTenant());
      String file = csv(rows(4));
      ClientCommandRun run =
          ClientCommandRun.of(
              limited,
              Stream.concat(Stream.of("orders", "import", "--json", file), CONSTANTS.stream())
                  .toArray(String[]::new));

      assertThat(run.exit()).as(run.err()).isZero();
      assertThat(run.json().path("accepted").asInt()).isEqualTo(4);
    }
  }

  @Test
  void rejectsAMissingColumnAsUsage() throws Exception {
    Path file = Files.writeString(directory.resolve("x.csv"), "reference\np1\n");
    ClientCommandRun run = run(file.toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("No column fills subject.name.family_name");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void rejectsAFirstLineWithoutEndAsUsage() throws Exception {
    Path file = Files.writeString(directory.resolve("x.csv"), "reference,".repeat(10_000));
    ClientCommandRun run = run(file.toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .contains("a first line of more than 65536 characters: check its line ends and its quotes");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void refusesOptionsThatAFileOfJsonLinesDoesNotTake() throws Exception {
    Path file = Files.writeString(directory.resolve("orders.jsonl"), "{}\n");
    ClientCommandRun run = run(file.toString());
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("takes no --map, --set, --country and --delimiter");
  }

  @Test
  void refusesAConcurrencyOfZero() throws Exception {
    ClientCommandRun run = run("--concurrency", "0", csv(rows(1)));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--concurrency takes a number of requests, at least 1.");
  }

  @Test
  void refusesAnAddressWithoutAScheme() throws Exception {
    String file = csv(rows(1));
    Map<String, String> wrong = new HashMap<>(environment);
    wrong.put("CALLORDERS_API_URL", "localhost:8080");
    ClientCommandRun run =
        ClientCommandRun.of(
            wrong,
            Stream.concat(Stream.of("orders", "import", file), CONSTANTS.stream())
                .toArray(String[]::new));
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("\"localhost:8080\" of the environment is no address");
  }

  @Test
  void saysHowToContinueWhenTheServiceGoesAway() throws Exception {
    String file = csv(rows(3));
    Map<String, String> wrong =
        Map.of(
            "CALLORDERS_API_URL", service.address(),
            "CALLORDERS_CLIENT_ID", tenant.clientId(),
            "CALLORDERS_CLIENT_SECRET", "wrong");
    ClientCommandRun stopped =
        ClientCommandRun.of(
            wrong,
            Stream.concat(Stream.of("orders", "import", file), CONSTANTS.stream())
                .toArray(String[]::new));

    assertThat(stopped.exit()).isEqualTo(1);
    assertThat(stopped.err())
        .startsWith("The import has stopped: The service refuses the credentials of ")
        .endsWith("Repeat the command to continue; no row becomes two orders.\n")
        .hasLineCount(1);
    assertThat(stopped.out()).doesNotContain("stopped");
    assertThat(run(file).exit()).isZero();
    assertThat(orders()).isEqualTo(3);
  }
}
