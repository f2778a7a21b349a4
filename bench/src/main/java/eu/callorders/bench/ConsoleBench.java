package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operator console beside a service with a hundred thousand orders: how soon it can be used,
 * what it holds, how it scrolls, and how soon it shows what happens.
 */
public final class ConsoleBench {
  private static final int ORDERS = Scale.of(100_000);
  private static final int STARTS = 5;
  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e6;

  private final BenchReport figures = new BenchReport("console");
  private final Path home;
  private final Path credentials;

  private ConsoleBench(Server server, TemporaryDirectory directory) throws IOException {
    this.home = directory.path().resolve("home");
    this.credentials = directory.path().resolve("demo");
    Files.createDirectories(credentials.resolve("data"));
    String file = "demo-credentials.json";
    Files.copy(
        server.sandbox().directory().resolve(file), credentials.resolve("data").resolve(file));
  }

  public static void main(String[] arguments) throws Exception {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), 8);
        TemporaryDirectory directory = TemporaryDirectory.create()) {
      OrderSeeder.write(server, api, ORDERS);
      ConsoleBench bench = new ConsoleBench(server, directory);
      bench.starts(directory.path());
      try (ConsoleProcess console = bench.start("Probe", "-Xmx1g")) {
        bench.browse(console);
        ConsoleUpdateLatency updates =
            new ConsoleUpdateLatency(bench.figures, server, api, console);
        updates.few();
        updates.many();
        ConsoleScroll.report(bench.figures, console, ORDERS);
      }
      bench.figures.end();
    }
  }

  private ConsoleProcess start(String who, String option) throws IOException {
    return ConsoleProcess.start(who, option, "--home=" + home, "--directory=" + credentials);
  }

  private ConsoleProcess start(InstalledConsole console) throws IOException {
    return ConsoleProcess.start(console, "--home=" + home, "--directory=" + credentials);
  }

  /** Without the libraries that the toolkit unpacks at its first start, then with them. */
  private void starts(Path directory) throws IOException {
    String cache = "-Djavafx.cachedir=" + directory.resolve("natives");
    figures.add("first start", seconds(() -> start("Probe", cache)), "s");
    Path built = Path.of(System.getProperty("bench.console", "console/target"));
    Optional<InstalledConsole> installed =
        InstalledConsole.copy(built, directory.resolve("installed"), "Probe");
    List<Double> console = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    List<Double> image = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      bare.add(seconds(() -> start("Bare", cache)));
      console.add(seconds(() -> start("Probe", cache)));
      image.add(installed.isPresent() ? seconds(() -> start(installed.get())) : Double.NaN);
    }
    double least = BenchReport.median(bare);
    figures.add("further start, bare table", least, "s");
    figures.ratio("further start", BenchReport.median(console), "s", least, "the bare table");
    if (installed.isPresent()) {
      figures.ratio("start, installed", BenchReport.median(image), "s", least, "the bare table");
    } else {
      System.out.println("start, installed: not measured, console/image has not been run");
    }
  }

  private interface Start {
    ConsoleProcess start() throws IOException;
  }

  private static double seconds(Start start) throws IOException {
    long begin = ConsoleUpdateLatency.now();
    try (ConsoleProcess console = start.start()) {
      return (console.number("show") - begin) / SECOND;
    }
  }

  private void browse(ConsoleProcess console) throws IOException {
    console.number("show");
    Held before = Held.by(console);
    console.ask("watch");
    long begin = ConsoleUpdateLatency.now();
    console.number("all " + ORDERS);
    figures.add("to the last row", (ConsoleUpdateLatency.now() - begin) / SECOND, "s");
    String blocked = console.ask("seen").split(" ", -1)[0];
    figures.add("longest block, on the way there", Long.parseLong(blocked) / 1e6, "ms");
    Held after = Held.by(console);
    figures.add("heap, first page", before.heap(), "MB");
    figures.ratio("heap, all rows", after.heap(), "MB", before.heap(), "the first page");
    figures.add("heap each row", (after.heap() - before.heap()) * MEGABYTE / ORDERS, "B");
    figures.add("resident, first page", before.resident(), "MB");
    figures.ratio("resident, all rows", after.resident(), "MB", before.resident(), "that");
    console.ask("top");
  }

  private record Held(double heap, double resident) {
    static Held by(ConsoleProcess console) throws IOException {
      return new Held(console.number("heap") / MEGABYTE, console.resident());
    }
  }
}
