package eu.callorders.bench.clients;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Scale;
import eu.callorders.bench.StartScript;
import eu.callorders.bench.TemporaryDirectory;
import eu.callorders.server.cli.CommandLine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

  static void main() throws Exception {
    BenchReport figures = new BenchReport("command-help");
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path bare = StartScript.install(directory.path().resolve("bare"));
      Path trained = StartScript.install(directory.path().resolve("trained"));
      output(StartScript.command(trained, "train"));
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

  private static double milliseconds(Path script, String command)
      throws IOException, InterruptedException {
    String[] words = (command + " --help").strip().split(" ", -1);
    long begin = System.nanoTime();
    String help = output(StartScript.command(script, words));
    double milliseconds = (System.nanoTime() - begin) / 1e6;
    if (!help.startsWith("Usage: ")) {
      throw new IOException("the help of %s is: %s".formatted(command, help));
    }
    return milliseconds;
  }

  /** Runs a command to its end; what it has printed. */
  private static String output(ProcessBuilder command) throws IOException, InterruptedException {
    Process process = command.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command.command()) + " failed: " + printed);
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
