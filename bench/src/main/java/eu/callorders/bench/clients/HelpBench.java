package eu.callorders.bench.clients;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.Scale;
import eu.callorders.bench.TemporaryDirectory;
import eu.callorders.server.cli.CommandLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** How long the help of each command takes, with the cache of {@code train} and without. */
final class HelpBench {
  private static final int RUNS = Scale.of(5);
  private static final double LIMIT_MILLIS = 300;
  private static final Path LAUNCHER = Path.of("bin/call-orders");

  static void main() throws Exception {
    BenchReport figures = new BenchReport("command-help");
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path bare = install(directory.path().resolve("bare"));
      Path trained = install(directory.path().resolve("trained"));
      output(List.of(trained.toString(), "train"));
      Map<String, Double> without = new LinkedHashMap<>();
      Map<String, Double> cached = new LinkedHashMap<>();
      for (String command : commands()) {
        List<Double> withoutCache = new ArrayList<>();
        List<Double> withCache = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
          withoutCache.add(milliseconds(bare, command));
          withCache.add(milliseconds(trained, command));
        }
        without.put(command, BenchReport.median(withoutCache));
        cached.put(command, BenchReport.median(withCache));
      }
      figures.add("commands", cached.size(), "");
      report(figures, "without a cache", without);
      report(figures, "with a cache", cached);
    }
    figures.end();
  }

  /** The launcher with a jar beside it, where no cache is yet. */
  private static Path install(Path directory) throws IOException {
    Files.createDirectory(directory);
    Files.createSymbolicLink(
        directory.resolve("call-orders.jar"), Path.of(Sandbox.JAR).toAbsolutePath());
    return Files.copy(LAUNCHER, directory.resolve("call-orders"));
  }

  /** The words of all commands and groups of commands; empty for the command without words. */
  private static List<String> commands() {
    picocli.CommandLine all = CommandLine.of(Map.of());
    all.parseArgs("admin", "--help"); // those of the administration are added when one is parsed
    String name = all.getCommandName();
    return specs(all.getCommandSpec())
        .map(spec -> spec.qualifiedName().substring(name.length()).strip())
        .distinct()
        .toList();
  }

  private static Stream<CommandSpec> specs(CommandSpec spec) {
    Stream<CommandSpec> below =
        spec.subcommands().values().stream().flatMap(each -> specs(each.getCommandSpec()));
    return Stream.concat(Stream.of(spec), below);
  }

  private static double milliseconds(Path launcher, String command)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(launcher.toString()));
    Stream.of(command.split(" ", -1)).filter(word -> !word.isEmpty()).forEach(words::add);
    words.add("--help");
    long begin = System.nanoTime();
    String help = output(words);
    double milliseconds = (System.nanoTime() - begin) / 1e6;
    if (!help.startsWith("Usage: ")) {
      throw new IOException("the help of %s is: %s".formatted(command, help));
    }
    return milliseconds;
  }

  /** Runs a command to its end; what it has printed. */
  private static String output(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + " failed: " + printed);
    }
    return printed;
  }

  private static void report(BenchReport figures, String when, Map<String, Double> times) {
    Map.Entry<String, Double> slowest =
        times.entrySet().stream().max(Comparator.comparing(Map.Entry::getValue)).orElseThrow();
    List<Double> late = times.values().stream().filter(time -> time >= LIMIT_MILLIS).toList();
    figures.add("help, " + when + ", median command", BenchReport.median(times.values()), "ms");
    figures.add(
        "help, " + when + ", slowest command", slowest.getValue(), "ms: " + slowest.getKey());
    figures.add("help, " + when + ", commands that take 300 ms or longer", late.size(), "");
  }
}
