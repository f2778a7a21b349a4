package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.cli.CommandLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code admin holds import} against a running service. */
class HoldImportTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  private int run(List<String> lines) throws IOException {
    return run(lines, service.adminPort());
  }

  private int run(List<String> lines, int port) throws IOException {
    return run(Files.write(directory.resolve("holds.jsonl"), lines), port);
  }

  private int run(Path file, int port) {
    out.getBuffer().setLength(0);
    return CommandLine.of(
            Map.of(
                "CALLORDERS_ADMIN_PORT",
                Integer.toString(port),
                "CALLORDERS_ADMIN_TOKEN",
                RunningService.ADMIN_TOKEN))
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute("admin", "holds", "import", tenant.id(), file.toString());
  }

  private static String line(int number) {
    return "{\"subject_reference\": \"person-%d\", \"reason\": \"deceased\"}".formatted(number);
  }

  @Test
  void placesEachHoldOnce() throws IOException {
    List<String> lines = IntStream.range(0, 250).mapToObj(HoldImportTest::line).toList();

    assertThat(run(lines)).as(err.toString()).isZero();
    assertThat(out.toString()).isEqualTo("250 holds placed, 0 stood already\n");
    assertThat(run(lines)).isZero();
    assertThat(out.toString()).isEqualTo("0 holds placed, 250 stood already\n");
    assertThat(tenant.api().get("/v1/holds?source=operator&limit=1").is(200).rows())
        .extracting(hold -> hold.path("reason").asText())
        .containsExactly("deceased");
  }

  @Test
  void namesTheLinesOfARefusedPart() throws IOException {
    List<String> lines =
        List.of(line(1), "{\"subject_reference\": \"x\", \"reason\": \"unknown\"}");

    assertThat(run(lines)).isEqualTo(1);
    assertThat(err.toString()).contains("lines 1 to 2").contains("/holds/1/reason");
    assertThat(tenant.api().get("/v1/holds").rows()).isEmpty();
    assertThat(run(List.of("no json"))).isEqualTo(1);
    assertThat(err.toString()).contains("line 1 is no JSON object");
  }

  @Test
  void refusesAFileThatIsNoText() throws IOException {
    assertThat(run(List.of("", "x".repeat(5 << 20)))).isEqualTo(2);
    assertThat(err.toString()).contains("holds.jsonl has a row", "begins on line 2:");
    Path file = Files.write(directory.resolve("holds.jsonl"), new byte[] {(byte) 0xFC});
    assertThat(run(file, service.adminPort())).isEqualTo(2);
    assertThat(err.toString()).contains("holds.jsonl is not UTF-8");
  }

  @Test
  void exitsWithTheCodeOfARetryWithoutResponse() throws IOException {
    assertThat(run(List.of(line(1)), 9)).isEqualTo(3);
    assertThat(err.toString()).contains("lines 1 to 1: no response from");
  }
}
