package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The options of the JVM that {@code bin/call-orders} chooses, by a program that prints them. */
class StartScriptTest {
  private static final Path ROOT = Path.of("..");
  private static final String PRINTER =
      """
      #!/bin/sh
      [ "$1" != -version ] || { echo 'openjdk version "25"' >&2; exit; }
      printf '%s\\n' "$@"
      """;

  @TempDir private Path directory;

  @BeforeEach
  void install() throws IOException {
    Files.copy(ROOT.resolve("bin/call-orders"), directory.resolve("call-orders"));
    Files.createFile(directory.resolve("call-orders.jar"));
    Path java = Files.createDirectory(directory.resolve("bin")).resolve("java");
    Files.writeString(java, PRINTER);
    assertThat(java.toFile().setExecutable(true)).isTrue();
  }

  private List<String> options(String arguments) throws IOException {
    Stream<String> words =
        Stream.concat(
            Stream.of(directory.resolve("call-orders").toString()),
            Arrays.stream(arguments.split(" ", -1)).filter(word -> !word.isEmpty()));
    ProcessBuilder script =
        new ProcessBuilder(words.toList()).redirectError(ProcessBuilder.Redirect.INHERIT);
    script.environment().put("JAVA_HOME", directory.toString());
    try (Stream<String> printed = script.start().inputReader().lines()) {
      return printed.filter(option -> option.startsWith("-XX:")).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "demo", "--config file", "--config=file", "--config file demo"})
  void runsTheServiceWithItsOptions(String arguments) throws Exception {
    assertThat(options(arguments))
        .contains("-XX:+ExitOnOutOfMemoryError", "-XX:G1HeapRegionSize=4m")
        .doesNotContain("-XX:+UseSerialGC");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders list --client-reference import",
        "--config file admin tenants list",
        "--config=file orders list",
        "orders import --help",
        "suppressions import -h",
        "doctor"
      })
  void runsACommandWithFewCompilations(String arguments) throws Exception {
    assertThat(options(arguments))
        .contains("-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
        .doesNotContain("-XX:G1HeapRegionSize=4m");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "orders import file.csv",
        "--config file orders import file.csv",
        "suppressions import --concurrency 4 file.csv"
      })
  void runsAnImportWithAllCompilers(String arguments) throws Exception {
    assertThat(options(arguments))
        .contains("-XX:+ExitOnOutOfMemoryError", "-XX:+UseSerialGC")
        .doesNotContain("-XX:TieredStopAtLevel=1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"server/pom.xml", "bench/src/main/java/eu/callorders/bench/JavaProcess.java"})
  void othersStartTheServiceWithTheSameOptions(String file) throws Exception {
    assertThat(Files.readString(ROOT.resolve(file))).contains(options(""));
  }
}
