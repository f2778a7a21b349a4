package eu.callorders.server.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.RunningService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class DemoRunnerTest {
  @TempDir private Path directory;

  @Test
  void namesTheCaseOfEachEvent() {
    Map<String, String> settings =
        Map.of("CALLORDERS_DEMO", "true", "CALLORDERS_DATA_DIR", directory.toString());
    StringWriter out = new StringWriter();
    try (RunningService _ = RunningService.sandbox(settings);
        DemoClient client = DemoClient.of(directory)) {
      new DemoRunner(client, new PrintWriter(out, true), false).run();
    }

    List<String> lines = out.toString().lines().toList();
    assertThat(lines)
        .anyMatch(line -> isEvent(line, "promises", "call_order.completed"))
        .anyMatch(line -> isEvent(line, "objects", "suppression.created"))
        .anyMatch(line -> isEvent(line, "unallocated", "call_order.failed"))
        .anyMatch(line -> isEvent(line, "sequence", "enrollment.completed"))
        .anyMatch(line -> isEvent(line, "promises", "promise.made"))
        .anyMatch(line -> isEvent(line, "wrong-number", "hold.created"))
        .anyMatch(line -> isEvent(line, "held", "call_order.held"))
        .anyMatch(line -> isEvent(line, "held", "call_order.completed"));
  }

  private static boolean isEvent(String line, String demoCase, String type) {
    return line.matches("\\S+Z  %s +%s .*".formatted(demoCase, type.replace(".", "\\.")));
  }
}
