package eu.callorders.bench.sip;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Quantiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Calls that ring at the same time, without sound: how fast they begin, and the heap of each. */
final class RingingFigures {
  /** A transaction stays for 32 s after its end. */
  private static final Duration TRANSACTION = Duration.ofSeconds(35);

  private static final double KB = 1024;

  private final SipTestbed testbed;
  private final int calls;
  private final List<Double> heapEach = new ArrayList<>();
  private final List<Double> heapAfter = new ArrayList<>();
  private final List<Long> ringing = new ArrayList<>();
  private Quantiles alone = new Quantiles(List.of());
  private int refused;

  RingingFigures(SipTestbed testbed, int calls) {
    this.testbed = testbed;
    this.calls = calls;
  }

  /** The same calls by sipp alone. */
  void alone() throws Exception {
    try (PacketCapture capture = testbed.capture()) {
      testbed.callAlone(SippScenario.CALLS_IN_VAIN, calls, SipTestbed.RINGING_PER_SECOND);
      ConversationFigures found = new ConversationFigures();
      found.add(List.of(), capture, testbed.mediaPort());
      alone = alone.and(found.ringing());
    }
  }

  void round() throws Exception {
    double before = testbed.heap();
    List<CallPlacer.Placing> placings =
        testbed.placer().place(calls, SipTestbed.RINGING_PER_SECOND);
    for (CallPlacer.Placing placing : placings) {
      CallPlacer.Answer answer = Objects.requireNonNull(placing.answer().join());
      ringing.add(answer.nanos());
      refused += answer.status() == 201 ? 0 : 1;
    }
    testbed.awaitActive(calls);
    heapEach.add((testbed.heap() - before) / calls / KB);
    testbed.awaitActive(0);
    Thread.sleep(TRANSACTION);
    heapAfter.add((testbed.heap() - before) / calls / KB);
  }

  void report(BenchReport figures) {
    Quantiles own = new Quantiles(ringing);
    figures.add("ringing at once", calls, "");
    figures.add("of these not accepted", refused, "");
    figures.add("INVITE to 180 of ringing calls, sipp alone", alone);
    figures.add("place to ringing", own);
    figures.ratio(
        "place to ringing, p99",
        own.milliseconds(0.99),
        "ms",
        alone.milliseconds(0.99),
        "INVITE to 180 of sipp alone");
    figures.add("live heap of a call that rings", BenchReport.median(heapEach), "KB");
    figures.add("live heap of a call after its end", BenchReport.median(heapAfter), "KB");
  }
}
