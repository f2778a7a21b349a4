package eu.callorders.gatewaykit.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  private static final String SOURCE =
      "src/test/java/eu/callorders/gatewaykit/example/ProgramGateway.java";

  @Test
  void exampleIsTheCompiledOne() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    assertThat(readme).contains("```java\n" + Files.readString(Path.of(SOURCE)) + "```\n");
  }
}
