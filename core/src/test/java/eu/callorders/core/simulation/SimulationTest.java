package eu.callorders.core.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.SummaryCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Simulates the dial path in virtual time: {@code -Dsimulation.seeds=10000} runs more seeds, {@code
 * -Dsimulation.seed=17} runs one and prints its trace.
 */
@Tag("long")
class SimulationTest {
  private static final long SEEDS = Long.getLong("simulation.seeds", 1_000);
  private static final Long ONE = Long.getLong("simulation.seed");
  private static final int REPEATED = 50;

  /** With this many seeds every summary code occurs. */
  private static final int ENOUGH = 1_000;

  @Test
  void thirtyDaysOfAnySeedKeepTheInvariants() {
    Map<SummaryCode, Integer> results = new ConcurrentHashMap<>();
    LongAdder steps = new LongAdder();
    LongAdder dials = new LongAdder();
    long startedAt = System.nanoTime();
    long first = ONE == null ? 0 : ONE;
    long end = ONE == null ? SEEDS : ONE + 1;
    LongStream.range(first, end)
        .parallel()
        .forEach(
            seed -> {
              Simulation.Report report = new Simulation(seed, ONE != null).run();
              steps.add(report.steps());
              dials.add(report.dials());
              report.results().forEach((code, count) -> results.merge(code, count, Integer::sum));
            });
    Duration took = Duration.ofNanos(System.nanoTime() - startedAt);
    System.out.printf(
        "%d seeds of %d days in %d ms, %,d times faster than real time; %,d steps, %,d dials, %s%n",
        end - first,
        Simulation.LENGTH.toDays(),
        took.toMillis(),
        Simulation.LENGTH.toMillis() * (end - first) / Math.max(1, took.toMillis()),
        steps.sum(),
        dials.sum(),
        results);

    if (end - first >= ENOUGH) {
      assertThat(results).as("all summary codes occur").hasSize(SummaryCode.values().length);
    }
  }

  @Test
  void sameSeedGivesTheSameTrace() {
    for (long seed = 0; seed < REPEATED; seed++) {
      assertThat(new Simulation(seed, false).run())
          .as("seed %d", seed)
          .isEqualTo(new Simulation(seed, false).run());
    }
  }
}
