package eu.callorders.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SpanAttributeTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "OPERATING.md");
  private static final Pattern ROW =
      Pattern.compile("\\| `(callorders|http|error)\\.[a-z_.]+` \\| .+ \\|");

  @Test
  void documentHasEachAttribute() throws IOException {
    List<String> rows =
        Files.readAllLines(DOCUMENT).stream().filter(line -> ROW.matcher(line).matches()).toList();

    assertThat(rows)
        .containsExactlyElementsOf(
            Arrays.stream(SpanAttribute.values())
                .map(each -> "| `%s` | %s |".formatted(each.key(), each.meaning()))
                .toList());
  }
}
