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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The code of the documents is that of the examples, which run against a service. */
class ReadmeTest {
  private static final Path JAVA = Path.of("src/test/java/eu/callorders/client/examples");
  private static final Path TYPESCRIPT = Path.of("../typescript/examples");

  @ParameterizedTest
  @CsvSource({"README.md, 5", "../../docs/INTEGRATING.md, 3"})
  void showsTheCodeOfTheJavaExamples(Path document, int blocks) throws IOException {
    assertCodeOf(document, "java", JAVA, blocks);
  }

  @ParameterizedTest
  @CsvSource({"../typescript/README.md, 5", "../../docs/INTEGRATING.md, 3"})
  void showsTheCodeOfTheTypeScriptExamples(Path document, int blocks) throws IOException {
    assertCodeOf(document, "ts", TYPESCRIPT, blocks);
  }

  private static void assertCodeOf(Path document, String language, Path directory, int count)
      throws IOException {
    String examples = examples(directory);
    List<String> blocks =
        Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(document))
            .results()
            .map(MatchResult::group)
            .filter(block -> !block.contains("lient = ")) // how a client is made
            .map(ReadmeTest::normalized)
            .toList();

    assertThat(blocks).hasSize(count).allSatisfy(block -> assertThat(examples).contains(block));
  }

  private static String examples(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
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
