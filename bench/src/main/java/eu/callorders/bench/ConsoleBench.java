package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** The console beside a service with 100,000 orders: start, memory, scrolling and updates. */
final class ConsoleBench extends ApiBench {
  private static final int ORDERS = Scale.of(100_000);
  private static final int STARTS = 5;
  private static final int ROUNDS = 3;
  private static final int FRAMES = Scale.of(600);
  private static final int WHEEL = 3;
  private static final int SINGLE = Scale.of(60);
  private static final int UPDATE_SECONDS = Math.max(2, Scale.of(15));
  private static final int ORDERS_PER_SECOND = 25;
  private static final long SETTLING = 3_000_000;
  private static final double MEGABYTE = 1e6;
  private static final double SECOND = 1e6;

  private final Map<String, Long> answered = new HashMap<>();

  ConsoleBench() throws Exception {
    super("console", 8);
  }

  @Override
  void measure() throws Exception {
    OrderSeeder.write(server, api, ORDERS);
    try (TemporaryDirectory directory = TemporaryDirectory.create()) {
      Path data = Files.createDirectories(directory.path().resolve("demo").resolve("data"));
      String file = "demo-credentials.json";
      Files.copy(server.sandbox().directory().resolve(file), data.resolve(file));
      List<String> arguments =
          List.of("--home=" + directory.path().resolve("home"), "--directory=" + data.getParent());
      starts(directory.path(), arguments);
      try (ConsoleProcess console = ConsoleProcess.start("ConsoleProbe", "-Xmx1g", arguments)) {
        browse(console);
        few(console);
        many(console);
        scroll(console);
      }
    }
  }

  /** Without the libraries that the toolkit unpacks at its first start, then with them. */
  private void starts(Path directory, List<String> arguments) throws Exception {
    String cache = "-Djavafx.cachedir=" + directory.resolve("natives");
    figures.add(
        "first start", seconds(() -> ConsoleProcess.start("ConsoleProbe", cache, arguments)), "s");
    Optional<Path> installed =
        ConsoleProcess.install(directory.resolve("installed"), "ConsoleProbe");
    List<Double> console = new ArrayList<>();
    List<Double> bare = new ArrayList<>();
    List<Double> image = new ArrayList<>();
    for (int i = 0; i < STARTS; i++) {
      bare.add(seconds(() -> ConsoleProcess.start("MinimalTableApp", cache, arguments)));
      console.add(seconds(() -> ConsoleProcess.start("ConsoleProbe", cache, arguments)));
      if (installed.isPresent()) {
        image.add(seconds(() -> ConsoleProcess.start(installed.get(), arguments)));
      }
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

  private static double seconds(Callable<ConsoleProcess> start) throws Exception {
    long begin = now();
    try (ConsoleProcess console = start.call()) {
      return (console.number("show") - begin) / SECOND;
    }
  }

  private void browse(ConsoleProcess console) throws IOException {
    console.number("show");
    double heap = console.number("heap") / MEGABYTE;
    double resident = console.resident();
    console.ask("watch");
    long begin = now();
    console.number("all " + ORDERS);
    figures.add("to the last row", (now() - begin) / SECOND, "s");
    String blocked = console.ask("seen").split(" ", -1)[0];
    figures.add("longest block, on the way there", Long.parseLong(blocked) / 1e6, "ms");
    double heapOfAll = console.number("heap") / MEGABYTE;
    figures.add("heap, first page", heap, "MB");
    figures.ratio("heap, all rows", heapOfAll, "MB", heap, "the first page");
    figures.add("heap each row", (heapOfAll - heap) * MEGABYTE / ORDERS, "B");
    figures.add("resident, first page", resident, "MB");
    figures.ratio("resident, all rows", console.resident(), "MB", resident, "that");
    console.ask("top");
  }

  /** By the clock that all processes share, in microseconds. */
  private static long now() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  private static void pause(long micros) {
    LockSupport.parkNanos(micros * 1000);
  }

  private String order(Orders orders) throws Exception {
    String id = OrderSeeder.order(api, orders.notBefore(OrderSeeder.tomorrow(server.sandbox())));
    answered.put(id, now());
    return id;
  }

  /** Five events a second: two of each order, not in step with the console. */
  private void few(ConsoleProcess console) throws Exception {
    begin(console);
    Orders orders = new Orders("few");
    for (int i = 0; i < SINGLE; i++) {
      order(orders);
      pause(370_000 + i * 7_000L % 100_000);
    }
    report(console, "few events");
  }

  /** Orders that are planned at once, and canceled a second later: four events each. */
  private void many(ConsoleProcess console) throws Exception {
    begin(console);
    Orders orders = new Orders("many");
    List<String> made = new ArrayList<>();
    long begin = now();
    for (int i = 0; i < UPDATE_SECONDS * ORDERS_PER_SECOND; i++) {
      made.add(order(orders));
      if (i >= ORDERS_PER_SECOND) {
        OrderSeeder.cancel(api, made.get(i - ORDERS_PER_SECOND));
      }
      pause(begin + (i + 1) * 1_000_000L / ORDERS_PER_SECOND - now());
    }
    figures.add("orders a second, of four events each", made.size() * SECOND / (now() - begin), "");
    report(console, "many events");
  }

  private void begin(ConsoleProcess console) throws Exception {
    answered.clear();
    console.ask("watch");
  }

  private void report(ConsoleProcess console, String name) throws Exception {
    pause(SETTLING);
    String[] answer = console.ask("seen").split(" ", -1);
    Map<String, Long> seen = new HashMap<>();
    Arrays.stream(answer)
        .skip(1)
        .map(row -> row.split("=", -1))
        .forEach(row -> seen.put(row[0], Long.parseLong(row[1])));
    List<Long> nanos = new ArrayList<>();
    answered.forEach(
        (id, at) -> {
          Long shown = seen.get(id);
          if (shown != null) {
            nanos.add(Math.max(0, shown - at) * 1000);
          }
        });
    if (nanos.size() < answered.size()) {
      System.err.println(answered.size() - nanos.size() + " orders were not seen");
    }
    figures.add("answer to row, " + name, new Quantiles(nanos));
    figures.add("longest block, " + name, Long.parseLong(answer[0]) / 1e6, "ms");
  }

  /** Frames of one kind: how far apart they were, and how long their layouts took. */
  private record Frames(String name, List<Long> intervals, List<Long> layouts) {
    Frames(String name) {
      this(name, new ArrayList<>(), new ArrayList<>());
    }

    /** Intervals, then as many layouts. */
    void add(List<Long> both) {
      intervals.addAll(both.subList(0, both.size() / 2));
      layouts.addAll(both.subList(both.size() / 2, both.size()));
    }

    double layout() {
      return new Quantiles(layouts).milliseconds(0.5);
    }
  }

  /** In turn: nothing, the wheel, all of the table; then both with the toolkit's own table. */
  private void scroll(ConsoleProcess console) throws IOException {
    String byWheel = "scroll " + FRAMES / 2 + " " + WHEEL;
    String overAll = "scroll " + FRAMES + " " + Math.max(1, ORDERS / FRAMES);
    Frames idle = new Frames("idle");
    Frames wheel = new Frames("wheel");
    Frames all = new Frames("all");
    Frames plainWheel = new Frames("wheel, plain");
    Frames plainAll = new Frames("all, plain");
    for (int round = 0; round < ROUNDS; round++) {
      idle.add(console.numbers("frames " + FRAMES / 3));
      wheel.add(console.numbers(byWheel));
      all.add(console.numbers(overAll));
      console.ask("plain " + ORDERS);
      plainWheel.add(console.numbers(byWheel));
      plainAll.add(console.numbers(overAll));
      console.ask("back");
    }
    for (Frames frames : List.of(idle, wheel, all, plainWheel, plainAll)) {
      figures.add("frame to frame, " + frames.name(), new Quantiles(frames.intervals()));
      figures.add("layout, " + frames.name(), new Quantiles(frames.layouts()));
    }
    figures.add("layout, wheel, ratio to plain", wheel.layout() / plainWheel.layout(), "");
    figures.add("layout, all, ratio to plain", all.layout() / plainAll.layout(), "");
  }
}
