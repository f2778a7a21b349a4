package eu.callorders.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The class that {@code java -jar} starts in all jars, compiled from its source for Java 8. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LauncherTest {
  private static final String CLASS = "eu.callorders.launcher.Launcher";
  private static final Path SOURCE =
      Path.of("src", "launcher", "java", "eu", "callorders", "launcher", "Launcher.java");
  private static final Path OTHER_JAVAS = Path.of("/usr/lib/jvm");

  private Path classes;

  @BeforeAll
  void compile(@TempDir Path directory) {
    classes = directory;
    int result =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "--release",
                "8",
                "-Xlint:-options",
                "-d",
                classes.toString(),
                SOURCE.toString());
    assertThat(result).isZero();
  }

  private record Result(int exitCode, String output) {}

  private Result run(Path java) throws IOException, InterruptedException {
    List<String> command = List.of(java.toString(), "-cp", classes.toString(), CLASS, "--help");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Result(process.exitValue(), output);
  }

  private static Path ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  @ParameterizedTest
  @CsvSource({"1.8, 8", "11, 11", "24, 24", "25, 25", "unknown, 0"})
  void readsReleaseOfJava(String version, int release) throws Exception {
    assertThat(call("release", version)).isEqualTo(release);
  }

  @Test
  void saysWhichJavaIsNeeded() throws Exception {
    assertThat(call("refusal", "17", "/opt/java"))
        .isEqualTo(
            "Call Orders needs Java 25 or later, and this is Java 17 (/opt/java): install a JDK 25"
                + " and start it by that java.");
  }

  private Object call(String method, String... arguments) throws Exception {
    Class<?>[] types = new Class<?>[arguments.length];
    Arrays.fill(types, String.class);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
      Method called = loader.loadClass(CLASS).getDeclaredMethod(method, types);
      called.setAccessible(true);
      return called.invoke(null, (Object[]) arguments);
    }
  }

  @Test
  void runsOnInstalledOlderJava() throws Exception {
    Optional<Path> older = olderJava();
    assumeThat(older).as("an older Java below %s", OTHER_JAVAS).isPresent();

    Result result = run(older.get());

    assertThat(result.exitCode()).as(result.output()).isEqualTo(2);
    assertThat(result.output().lines())
        .singleElement()
        .asString()
        .startsWith("Call Orders needs Java 25 or later, and this is Java ");
  }

  private static Optional<Path> olderJava() throws IOException {
    if (!Files.isDirectory(OTHER_JAVAS)) {
      return Optional.empty();
    }
    try (Stream<Path> homes = Files.list(OTHER_JAVAS)) {
      return homes
          .filter(home -> home.getFileName().toString().matches(".*-(8|11|17|21)-.*"))
          .map(home -> home.resolve("bin/java"))
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  @Test
  void startsProgramOfManifestOnPresentJava() throws Exception {
    Path stub = classes.resolve("Stub.java");
    Files.writeString(
        stub,
        """
        public class Stub {
          public static void main(String[] args) {
            System.out.println("started " + args[0]);
            System.exit(7);
          }
        }
        """);
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), stub.toString()))
        .isZero();
    Files.createDirectories(classes.resolve("META-INF"));
    Files.writeString(
        classes.resolve("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\nProgram-Class: Stub\n");

    assertThat(run(ownJava())).isEqualTo(new Result(7, "started --help" + System.lineSeparator()));
  }
}
