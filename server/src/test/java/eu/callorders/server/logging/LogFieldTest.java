package eu.callorders.server.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LogFieldTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "OPERATING.md");
  private static final String SECTION = "## Contents of logs";
  private static final Pattern ROW = Pattern.compile("\\| `[a-z_]+` \\| .+ \\|");

  @Test
  void documentHasEachField() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    List<String> rows =
        lines.subList(lines.indexOf(SECTION), lines.size()).stream()
            .filter(line -> ROW.matcher(line).matches())
            .toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(LogField.values())
                .map(field -> "| `%s` | %s |".formatted(field.key(), field.meaning()))
                .toList());
  }
}
