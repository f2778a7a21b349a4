package eu.callorders.server.cli.orders;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.Main;
import eu.callorders.server.cli.client.ClientCommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import whose process is killed at several rows, and repeated. */
@Tag("long")
class KilledImportTest {
  private static final int ROWS = 60;

  @TempDir private Path directory;

  @Test
  void makesOneOrderOfEachRow() throws Exception {
    try (RunningService service =
        RunningService.sandbox(Map.of("CALLORDERS_RATE_LIMIT", "10/10"))) {
      RunningTenant tenant = service.newTenant();
      Map<String, String> environment = ClientCommandRun.environment(service.address(), tenant);
      Path file = write();
      Path result = Path.of(file + ".result.jsonl");
      for (int kill = 1; kill <= 3; kill++) {
        int rows = 15 * kill;
        Process process = start(environment, file);
        Await.until(rows + " rows are sent", () -> accepted(result) >= rows);
        process.destroyForcibly().waitFor(60, TimeUnit.SECONDS);
      }
      Process last = start(environment, file);
      assertThat(last.waitFor(300, TimeUnit.SECONDS)).isTrue();

      assertThat(last.exitValue()).isZero();
      ClientCommandRun list =
          ClientCommandRun.of(environment, "orders", "list", "--limit", "100", "--json");
      assertThat(list.json().path("data")).hasSize(ROWS);
    }
  }

  private Path write() throws IOException {
    List<String> rows =
        IntStream.range(0, ROWS)
            .mapToObj(row -> "person-%d,Muster,+4930231250%02d,1.00".formatted(row, row))
            .toList();
    return Files.writeString(
        directory.resolve("orders.csv"),
        "reference,family_name,phone,amount\n" + String.join("\n", rows));
  }

  private Process start(Map<String, String> environment, Path file) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "orders",
            "import",
            "--set",
            "order_type=payment_reminder",
            "--set",
            "context.claim.outstanding.currency=EUR",
            "--set",
            "context.claim.creditor_name=Stadtwerke",
            "--set",
            "context.claim.basis.kind=invoice",
            file.toString());
    builder.environment().keySet().removeIf(key -> key.startsWith("CALLORDERS_"));
    builder.environment().putAll(environment);
    return builder
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("import.log").toFile())
        .start();
  }

  private static long accepted(Path result) {
    try {
      return Files.exists(result)
          ? Files.readString(result).lines().filter(line -> line.contains("\"id\"")).count()
          : 0;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
