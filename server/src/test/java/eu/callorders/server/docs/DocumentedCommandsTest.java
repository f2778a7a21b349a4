package eu.callorders.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.db.FreePort;
import eu.callorders.server.Await;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the commands of the documents, each document in one shell beside a sandbox of its own; the
 * guide for clients follows the README in the same one. A block {@code sh} is run, {@code sh
 * background} runs until the end, {@code sh elsewhere} needs another machine or builds the project.
 */
@Tag("long")
class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..");
  private static final String RUN = "sh";
  private static final String BACKGROUND = "sh background";

  /** The sandbox permits it. */
  private static final String RECEIVER = "http://localhost:3000";

  private static final String README = "README.md";

  private static final String ORDER =
      """
      curl -s $(demo base_url)/v1/call-orders -H "Authorization: Bearer $TOKEN" \\
       -H 'Content-Type: application/json' -d '{"order_type": "payment_reminder",
         "subject": {"reference": "%s", "name": {"family_name": "Muster"}},
         "contacts": [{"channel": "phone", "value": "+493023125%s"}],
         "context": {"claim": {"outstanding": {"value": "1.00", "currency": "EUR"},
           "creditor_name": "Stadtwerke", "basis": {"kind": "invoice"}}}%s}'
      """;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "README.md,docs/INTEGRATING.md",
        "docs/PROVISIONING.md",
        "docs/CLIENTS.md",
        "docs/SANDBOX.md",
        "docs/SEQUENCES.md",
        "docs/ADMINISTRATION.md"
      })
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void everyCommandWorks(String documents) throws IOException {
    Map<String, String> settings =
        Map.of(
            "CALLORDERS_DEMO", "true",
            "CALLORDERS_DATA_DIR", directory.resolve("data").toString(),
            "CALLORDERS_WEBHOOK_EXTRA_TARGETS", RECEIVER.replace("http://", ""));
    try (RunningService service = RunningService.sandbox(settings);
        DocumentedShell shell = new DocumentedShell(directory, environment())) {
      defineFunctionsOfReadme(shell);
      for (String document : documents.split(",", -1)) {
        prepare(document, service, shell);
        run(document, service, shell);
      }
    }
  }

  private void run(String document, RunningService service, DocumentedShell shell)
      throws IOException {
    Map<String, String> replaced = replacements(document, service);
    List<String> run = new ArrayList<>();
    Path background = directory.resolve("none");
    for (DocumentedBlock block : DocumentedBlock.of(ROOT.resolve(document))) {
      for (String command : block.commands()) {
        String text = replace(command, replaced);
        if (block.kind().equals(BACKGROUND)) {
          background = shell.start(text);
          DocumentedShell.await(background, "Forwarding to ");
        } else if (block.kind().equals(RUN)) {
          check(document + ":" + block.line(), text, shell.run(text));
        }
        run.add(text);
      }
    }
    if (document.equals(README)) {
      DocumentedShell.await(background, "call_order.completed");
    }
    assertThat(run).as(document).isNotEmpty();
  }

  /** Commands find the service by the data directory; doctor also looks at its ports. */
  private Map<String, String> environment() throws IOException {
    JsonNode demo = demo();
    return Map.of(
        "CALLORDERS_HTTP_PORT", port(demo.path("base_url").asText()),
        "CALLORDERS_ADMIN_PORT", port(demo.path("admin_url").asText()));
  }

  private JsonNode demo() throws IOException {
    return Json.parse(Files.readString(directory.resolve("data/demo-credentials.json")));
  }

  private static String port(String address) {
    return String.valueOf(URI.create(address).getPort());
  }

  /** Other documents use them, too. */
  private static void defineFunctionsOfReadme(DocumentedShell shell) throws IOException {
    for (DocumentedBlock block : DocumentedBlock.of(ROOT.resolve(README))) {
      for (String command : block.commands()) {
        if (command.startsWith("demo()") || command.startsWith("TOKEN=")) {
          check(README, command, shell.run(command));
        }
      }
    }
  }

  private void prepare(String document, RunningService service, DocumentedShell shell)
      throws IOException {
    JsonNode demo = demo();
    Files.writeString(directory.resolve("secret.txt"), demo.path("client_secret").asText() + "\n");
    check(document, "credentials", shell.run("cat data/demo-credentials.json"));
    if (document.equals("docs/ADMINISTRATION.md")) {
      check(document, "an order", shell.run(ORDER.formatted("debtor-1", "021", "")));
      String talks = ", \"simulate\": {\"delays\": {\"talk_ms\": 600000}}";
      check(document, "a long call", shell.run(ORDER.formatted("debtor-2", "106", talks)));
      String calls = "/admin/v1/tenants/" + demo.path("tenant_id").asText() + "/calls";
      Await.until(
          "a running call",
          () -> service.admin().get(calls).text().contains("\"status\":\"answered\""));
    }
  }

  private static Map<String, String> replacements(String document, RunningService service) {
    Map<String, String> replaced = new HashMap<>();
    replaced.put("https://sandbox.example", service.address());
    replaced.put("https://client.example", RECEIVER);
    if (document.equals(README)) {
      replaced.put("3000", String.valueOf(FreePort.choose()));
    }
    return replaced;
  }

  private static String replace(String command, Map<String, String> replaced) {
    String text = command;
    for (Map.Entry<String, String> each : replaced.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    return text;
  }

  private static void check(String place, String command, DocumentedShell.Result result) {
    String what = "%s: %s%n%s".formatted(place, command, result.output());
    assertThat(result.status()).as(what).isZero();
    assertThat(result.output()).as(what).doesNotContain("urn:problem:", "\"error\":");
  }

  @Test
  void everyBlockIsRunOrSaysWhyNot() throws IOException {
    try (Stream<Path> guides = Files.list(ROOT.resolve("docs"))) {
      for (Path document :
          Stream.concat(Stream.of(ROOT.resolve(README)), guides)
              .filter(file -> file.toString().endsWith(".md"))
              .toList()) {
        assertThat(DocumentedBlock.of(document))
            .as(document.toString())
            .allSatisfy(
                block ->
                    assertThat(block.kind())
                        .as("line %d".formatted(block.line()))
                        .isIn(
                            RUN,
                            BACKGROUND,
                            "sh elsewhere",
                            "sh install",
                            "text",
                            "mermaid",
                            "java",
                            "ts"));
      }
    }
  }
}
