package eu.callorders.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the console scrolls, beside a window in which nothing happens and the toolkit's own table.
 */
final class ConsoleScroll {
  private static final int ROUNDS = 3;
  private static final int FRAMES = Scale.of(600);
  private static final int WHEEL = 3;

  private final String name;
  private final List<Long> intervals = new ArrayList<>();
  private final List<Long> layouts = new ArrayList<>();

  private ConsoleScroll(String name) {
    this.name = name;
  }

  /** In turn: nothing, the wheel, all of the table; then both with the other table. */
  static void report(BenchReport figures, ConsoleProcess console, int rows) throws IOException {
    int far = Math.max(1, rows / FRAMES);
    ConsoleScroll idle = new ConsoleScroll("idle");
    ConsoleScroll wheel = new ConsoleScroll("wheel");
    ConsoleScroll all = new ConsoleScroll("all");
    ConsoleScroll plainWheel = new ConsoleScroll("wheel, plain");
    ConsoleScroll plainAll = new ConsoleScroll("all, plain");
    for (int round = 0; round < ROUNDS; round++) {
      idle.add(console.numbers("frames " + FRAMES / 3));
      wheel.add(console.numbers("scroll " + FRAMES / 2 + " " + WHEEL));
      all.add(console.numbers("scroll " + FRAMES + " " + far));
      console.ask("plain " + rows);
      plainWheel.add(console.numbers("scroll " + FRAMES / 2 + " " + WHEEL));
      plainAll.add(console.numbers("scroll " + FRAMES + " " + far));
      console.ask("back");
    }
    List.of(idle, wheel, all, plainWheel, plainAll).forEach(each -> each.report(figures));
    figures.add("layout, wheel, ratio to plain", wheel.layout() / plainWheel.layout(), "");
    figures.add("layout, all, ratio to plain", all.layout() / plainAll.layout(), "");
  }

  /** Intervals, then as many layouts. */
  private void add(long[] both) {
    Arrays.stream(both).limit(both.length / 2).forEach(intervals::add);
    Arrays.stream(both).skip(both.length / 2).forEach(layouts::add);
  }

  private double layout() {
    return new Quantiles(layouts).milliseconds(0.5);
  }

  private void report(BenchReport figures) {
    figures.add("frame to frame, " + name, new Quantiles(intervals));
    figures.add("layout, " + name, new Quantiles(layouts));
  }
}
