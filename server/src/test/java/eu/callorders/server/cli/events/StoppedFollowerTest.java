package eu.callorders.server.cli.events;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.app.RunningService;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.CommandLine;
import eu.callorders.server.cli.Main;
import eu.callorders.server.cli.client.ClientCommandRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that stop while they follow the feed. SIGTERM takes the way of Ctrl-C, which a process
 * in the background of a script ignores.
 */
@Tag("long")
class StoppedFollowerTest {
  private static final String HINT = "continue with --from ";

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final Map<String, String> environment =
      ClientCommandRun.environment(service.address(), tenant);
  @TempDir private Path directory;

  @BeforeEach
  void createEvents() {
    String order = ClientCommandRun.of(environment, "trigger", "call_order.canceled").out().strip();
    tenant.awaitEnd(order);
    Await.until(
        "its events",
        () -> tenant.eventTypes(order),
        types -> types.getLast().equals("call_order.canceled"));
  }

  @Test
  void tailSaysHowToContinueWhenItsProcessEnds() throws Exception {
    String err = stopped("call_order.canceled", "events", "tail", "--from", "start");

    assertThat(err).containsOnlyOnce(HINT);
    List<String> seen = new ArrayList<>(read(directory.resolve("out")).lines().toList());
    seen.addAll(eventsFrom(position(err)));
    assertThat(seen).containsAll(eventsFrom("start"));
  }

  @Test
  void listenSaysHowToContinueWhenItsProcessEnds() throws Exception {
    String err =
        stopped("-> no answer", "listen", "--forward", "http://127.0.0.1:9/", "--from", "start");

    assertThat(err).containsOnlyOnce(HINT);
    List<String> all = eventsFrom("start");
    List<String> left = eventsFrom(position(err));
    assertThat(left).isEqualTo(all.subList(all.size() - left.size(), all.size()));
  }

  @Test
  void tailContinuesBehindTheLastPrintedEvent() {
    StringWriter err = new StringWriter();
    AtomicInteger lines = new AtomicInteger();
    PrintWriter failing =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            if (lines.incrementAndGet() > 1) {
              throw new IllegalStateException("no terminal");
            }
          }
        };

    int exit =
        CommandLine.of(environment)
            .setOut(failing)
            .setErr(new PrintWriter(err, true))
            .execute("events", "tail", "--from", "start");

    assertThat(exit).isNotZero();
    List<String> all = eventsFrom("start");
    assertThat(eventsFrom(position(err.toString()))).isEqualTo(all.subList(1, all.size()));
  }

  private static String position(String err) {
    return err.lines()
        .filter(line -> line.startsWith(HINT))
        .map(line -> line.substring(HINT.length()))
        .findFirst()
        .orElseThrow();
  }

  private List<String> eventsFrom(String position) {
    ClientCommandRun tail =
        ClientCommandRun.of(environment, "events", "tail", "--from", position, "--no-follow");
    assertThat(tail.exit()).as(tail.err()).isZero();
    return tail.out().lines().toList();
  }

  /** The standard error of a command that is ended once it has printed a text. */
  private String stopped(String text, String... arguments) throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().keySet().removeIf(key -> key.startsWith("CALLORDERS_"));
    builder.environment().putAll(environment);
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      Await.until(text, () -> read(out), printed -> printed.contains(text));
    } finally {
      process.destroy();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
