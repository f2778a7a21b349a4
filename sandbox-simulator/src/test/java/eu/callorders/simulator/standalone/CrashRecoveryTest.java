package eu.callorders.simulator.standalone;

import static eu.callorders.simulator.Calls.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.standalone.SignedClient.Response;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts, kills and restarts the process. */
@Tag("long")
class CrashRecoveryTest {
  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:([0-9]+)/.*");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path directory;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endAll() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  @Test
  void losesNoCallAndDialsNoneAgain() throws Exception {
    SignedClient before = start();
    PlaceCall running = soon("21").delays(1, 600_000, 0).build();
    PlaceCall lost = soon("42").delays(1, 1, 1).build();
    PlaceCall disorderly = soon("43").delays(1, 1, 1).build();
    PlaceCall over = soon("10").delays(1, 1, 1).build();
    UUID order = UUID.randomUUID();
    PlaceCall refused = soon("14").order(order).build();
    before.place(running);
    assertThatThrownBy(() -> before.place(lost)).isInstanceOf(IOException.class);
    before.place(disorderly);
    before.place(over);
    assertThat(before.place(refused).status()).isEqualTo(429);
    eventually(() -> types(before, over).contains("call.ended"));
    eventually(() -> types(before, running).contains("call.disclosed"));
    eventually(() -> logged(before, disorderly).size() == 14);
    JsonNode known = before.query(running.attemptId()).body();
    kill();

    SignedClient after = start();
    assertThat(after.query(running.attemptId()).body()).isEqualTo(known);
    for (PlaceCall call : List.of(running, disorderly, over, lost)) {
      assertThat(after.place(call).status()).isEqualTo(201);
    }
    assertThat(after.place(refused).status()).isEqualTo(429);
    assertThat(after.place(soon("14").order(order).build()).status()).isEqualTo(429);
    assertThat(after.place(soon("14").order(order).build()).status()).isEqualTo(201);
    eventually(() -> types(after, lost).contains("call.report"));
    assertThat(after.cancel(running.attemptId()).body().path("outcome").asText())
        .isEqualTo("accepted");
    eventually(() -> types(after, running).contains("call.report"));
    assertThat(types(after, running))
        .containsExactly(
            "call.accepted",
            "call.ringing",
            "call.answered",
            "call.disclosed",
            "call.ended",
            "call.turns",
            "call.report");
    assertThat(logged(after, running)).isEqualTo(types(after, running));
    assertThat(logged(after, disorderly)).hasSize(14);
    for (PlaceCall call : List.of(running, lost, disorderly, over)) {
      assertThat(callLog(call)).hasSize(2);
      assertThat(callLog(call).getFirst().has("ended_at")).isFalse();
      assertThat(callLog(call).getLast().has("disposition")).isTrue();
    }
    assertThat(callLog(refused)).isEmpty();
  }

  @Test
  void resumesACall() throws Exception {
    SignedClient before = start();
    PlaceCall call = soon("25").delays(1, 2000, 2000).build();
    before.place(call);
    kill();
    SignedClient after = start();
    eventually(() -> types(after, call).contains("call.report"));
    assertThat(types(after, call))
        .containsExactly(
            "call.accepted",
            "call.ringing",
            "call.answered",
            "call.disclosed",
            "call.objection",
            "call.ended",
            "call.turns",
            "call.report");
    assertThat(logged(after, call)).isEqualTo(types(after, call));
    assertThat(callLog(call)).hasSize(2);
  }

  @Test
  void remembersAStop() throws Exception {
    SignedClient before = start();
    PlaceCall call = soon("21").delays(1, 600_000, 1500).build();
    before.place(call);
    eventually(() -> types(before, call).contains("call.disclosed"));
    before.cancel(call.attemptId());
    kill();
    SignedClient after = start();
    eventually(() -> types(after, call).contains("call.report"));
    JsonNode report = after.query(call.attemptId()).body().path("events").path(6);
    assertThat(report.path("report").path("summary_code").asText())
        .isEqualTo("conversation_incomplete");
  }

  @Test
  void directoryHasOneProcessAndSigtermEndsIt() throws Exception {
    start();
    Process second = launch();
    assertThat(second.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(second.exitValue()).isEqualTo(1);
    assertThat(output(second)).contains("in use by another simulator");

    Process first = started.getFirst();
    first.destroy();
    assertThat(first.waitFor(60, TimeUnit.SECONDS)).isTrue();
    start();
  }

  @Test
  void portInUseFailsTheStartWithItsName() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Process process = launch(taken.getLocalPort());

      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(output(process))
          .contains("SIMULATOR_PORT: cannot listen on port " + taken.getLocalPort() + " of ")
          .doesNotContain("\tat ");
      assertThat(process.exitValue()).isEqualTo(1);
    }
  }

  private SignedClient start() throws Exception {
    Process process = launch();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    int port = 0;
    StringBuilder said = new StringBuilder();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      said.append(line).append('\n');
      Matcher address = ADDRESS.matcher(line.substring(line.lastIndexOf(' ') + 1));
      if (address.matches()) {
        port = Integer.parseInt(address.group(1));
      }
      if (line.equals("ready")) {
        return new SignedClient(port, RunningSimulator.SIGNATURE);
      }
    }
    throw new AssertionError("did not start: " + said);
  }

  private Process launch() throws IOException {
    return launch(0);
  }

  private Process launch(int port) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            SimulatorMain.class.getName());
    builder.environment().keySet().removeIf(key -> key.startsWith("SIMULATOR_"));
    builder.environment().put("SIMULATOR_PORT", Integer.toString(port));
    builder.environment().put("SIMULATOR_SECRET", RunningSimulator.SECRET.encode());
    builder.environment().put("SIMULATOR_DATA_DIR", directory.resolve("store").toString());
    builder.environment().put("SIMULATOR_CALL_LOG", directory.resolve("calls.jsonl").toString());
    Process process = builder.redirectErrorStream(true).start();
    started.add(process);
    return process;
  }

  private void kill() throws InterruptedException {
    started.getLast().destroyForcibly().waitFor();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private List<JsonNode> callLog(PlaceCall call) throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("calls.jsonl"))) {
      JsonNode node = new ObjectMapper().readTree(line);
      if (node.path("attempt_id").asText().equals(IdKind.CALL.format(call.attemptId()))) {
        lines.add(node);
      }
    }
    return lines;
  }

  private static List<String> types(SignedClient client, PlaceCall call) throws Exception {
    List<String> types = new ArrayList<>();
    Response got = client.query(call.attemptId());
    got.body().path("events").forEach(event -> types.add(event.path("type").asText()));
    return types;
  }

  private static List<String> logged(SignedClient client, PlaceCall call) throws Exception {
    List<String> types = new ArrayList<>();
    for (JsonNode event : client.get("/gateway/v1/events", "?limit=1000").body().path("events")) {
      if (event.path("gateway_ref").asText().equals("sim-" + call.attemptId())) {
        types.add(event.path("type").asText());
      }
    }
    return types;
  }

  private interface Condition {
    boolean holds() throws Exception;
  }

  private static void eventually(Condition condition) throws Exception {
    Instant deadline = Instant.now().plus(PATIENCE);
    while (!condition.holds()) {
      assertThat(Instant.now()).isBefore(deadline);
    }
  }
}
