package eu.callorders.bench.crash;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.InjectedFault.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What the evidence says. */
final class Verdict {
  private static final Duration TAKEN_OVER = Duration.ofSeconds(30);
  private static final Duration ACCEPTING_AGAIN = Duration.ofSeconds(5);
  private static final int SHOWN = 40;

  private final CampaignRecord evidence;
  private final Violations violations = new Violations();
  private final FailoverTimes.Longest takeOver;

  /**
   * Judges with limits of time that are multiplied by the slack.
   *
   * @param further violations, such as nodes that ended by themselves
   */
  Verdict(CampaignRecord evidence, List<String> further, int slack) {
    this.evidence = evidence;
    this.takeOver = FailoverTimes.longest(evidence);
    evidence.check(violations);
    further.forEach(violations::add);
    violations.unless(
        takeOver.time().compareTo(TAKEN_OVER.multipliedBy(slack)) <= 0,
        "order %s lay still for %s, after %s"
            .formatted(takeOver.orderId(), takeOver.time(), takeOver.after()));
    for (InjectedFault disturbance : evidence.disturbances()) {
      Duration taken = disturbance.firstAccepted();
      violations.unless(
          taken == null || taken.compareTo(ACCEPTING_AGAIN.multipliedBy(slack)) <= 0,
          "after %s at %s the first order was accepted after %s"
              .formatted(disturbance.kind(), disturbance.at(), taken));
    }
  }

  boolean passed() {
    return violations.found().isEmpty();
  }

  void write(Path file) throws IOException {
    Files.write(file, violations.found());
  }

  void print() {
    BenchReport figures = new BenchReport("crash");
    for (Kind kind : Kind.values()) {
      long times = evidence.disturbances().stream().filter(done -> done.kind() == kind).count();
      figures.add(kind.title, (double) times, "times");
    }
    figures.add("keys", evidence.ledger().entries().size(), "");
    figures.add("orders", evidence.orders().size(), "");
    figures.add("signals", evidence.shown().signals().size(), "");
    figures.add("enrollments", evidence.shown().enrollments().size(), "");
    figures.add("answers lost", evidence.ledger().answers().getOrDefault(Http.LOST, 0), "");
    figures.add("events", evidence.followed().size(), "");
    int shown =
        evidence.orders().values().stream().mapToInt(order -> order.path("calls").size()).sum();
    List<PlacedCall> calls = Objects.requireNonNullElse(evidence.calls(), List.of());
    figures.add("calls shown", shown, "");
    figures.add("calls placed", CallChecks.placed(calls).size(), "");
    figures.add("longest take-over", seconds(takeOver.time()), "s");
    figures.add("longest time to the first 202", seconds(slowestStart(Kind.KILL_NODE)), "s");
    figures.add(
        "longest time to the first 202 after the database came back",
        seconds(slowestStart(Kind.STOP_DATABASE)),
        "s");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    System.out.println("answers by status: " + evidence.ledger().answers());
    System.out.println("longest take-over: " + takeOver);
    System.out.println("enrollments by end: " + EnrollmentChecks.ends(evidence));
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }

  private Duration slowestStart(Kind kind) {
    return evidence.disturbances().stream()
        .filter(done -> done.kind() == kind && done.firstAccepted() != null)
        .map(done -> Objects.requireNonNull(done.firstAccepted()))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
