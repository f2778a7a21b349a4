package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The code of the README is that of the examples, which run against a service. */
class ReadmeTest {
  private static final Path EXAMPLES = Path.of("src/test/java/eu/callorders/client/examples");
  private static final int TASKS = 5;

  @Test
  void showsTheCodeOfTheExamples() throws IOException {
    String examples = examples();
    List<String> blocks =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("README.md")))
            .results()
            .map(MatchResult::group)
            .filter(block -> block.lines().count() > 3)
            .map(ReadmeTest::normalized)
            .toList();

    assertThat(blocks).hasSize(TASKS).allSatisfy(block -> assertThat(examples).contains(block));
  }

  private static String examples() throws IOException {
    try (Stream<Path> files = Files.list(EXAMPLES)) {
      StringBuilder all = new StringBuilder();
      for (Path file : files.toList()) {
        all.append(normalized(Files.readString(file))).append('\n');
      }
      return all.toString();
    }
  }

  private static String normalized(String code) {
    return code.lines()
        .filter(line -> !line.startsWith("```"))
        .map(line -> line.replaceAll("\\s", "") + "\n")
        .collect(Collectors.joining())
        .replace("\n", "");
  }
}
