package eu.callorders.bench.sip;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Quantiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** What the packets say of conversations; of all rounds. */
final class ConversationFigures {
  /** Shorter streams are those of calls that were cut off. */
  private static final int MIN_PACKETS = 50;

  private final List<Long> placing = new ArrayList<>();
  private final List<Long> ringing = new ArrayList<>();
  private final List<Long> sound = new ArrayList<>();
  private final List<RtpStream> streams = new ArrayList<>();
  private int mostAtOnce;
  private int placed;
  private int accepted;
  private int calls;
  private int answered;
  private int dropped;
  private double cpu;

  /** Adds processor time of the gateway, in seconds. */
  void use(double seconds) {
    cpu += seconds;
  }

  /**
   * Ends a capture, and adds what it has.
   *
   * @param placings none when the calls were placed without the gateway
   * @param person port to which the caller sends sound
   */
  void add(List<CallPlacer.Placing> placings, PacketCapture capture, int person)
      throws IOException, InterruptedException {
    Path file = capture.stop();
    dropped += capture.dropped();
    SipTrace trace = new SipTrace();
    PacketFile.read(file, trace);
    placed += placings.size();
    accepted += (int) SipTestbed.accepted(placings);
    addCalls(trace, placings);
    mostAtOnce = Math.max(mostAtOnce, trace.mostAtOnce());
    PacketCapture.streams(file).stream()
        .filter(stream -> stream.to() == person && stream.packets() >= MIN_PACKETS)
        .forEach(streams::add);
  }

  private void addCalls(SipTrace trace, List<CallPlacer.Placing> placings) {
    Map<String, Instant> sent = new HashMap<>();
    placings.forEach(each -> sent.put(each.number(), each.sent()));
    for (SipTrace.Call call : trace.calls()) {
      calls++;
      addBetween(sent.get(call.number), call.invited, placing);
      addBetween(call.invited, call.ringing, ringing);
      addBetween(call.answered, call.heard, sound);
      answered += call.answered == null ? 0 : 1;
    }
  }

  private static void addBetween(@Nullable Instant from, @Nullable Instant to, List<Long> times) {
    if (from != null && to != null) {
      times.add(Duration.between(from, to).toNanos());
    }
  }

  Quantiles placing() {
    return new Quantiles(placing);
  }

  Quantiles ringing() {
    return new Quantiles(ringing);
  }

  Quantiles sound() {
    return new Quantiles(sound);
  }

  double jitter() {
    return streams.stream().mapToDouble(RtpStream::jitter).average().orElse(Double.NaN);
  }

  double cpuEach() {
    return cpu * 1e6 / Math.max(1, placed);
  }

  /** Adds the figures, with a suffix to their names. */
  void report(String suffix, BenchReport figures) {
    if (placed > 0) {
      figures.add("calls placed" + suffix, placed, "");
      figures.add("placings not accepted" + suffix, placed - accepted, "");
      figures.add("answered without sound" + suffix, answered - sound.size(), "");
    }
    figures.add("INVITEs" + suffix, calls, "");
    figures.add("answered" + suffix, answered, "");
    figures.add("conversations at once" + suffix, mostAtOnce, "");
    figures.add("streams of sound" + suffix, streams.size(), "");
    figures.add("interval of packets" + suffix, mean(RtpStream::interval), "ms");
    figures.add("longest interval" + suffix, most(RtpStream::longest), "ms");
    figures.add("mean jitter" + suffix, jitter(), "ms");
    figures.add("mean jitter of the worst stream" + suffix, most(RtpStream::jitter), "ms");
    figures.add("packets lost" + suffix, streams.stream().mapToInt(RtpStream::lost).sum(), "");
    figures.add("packets not captured" + suffix, dropped, "");
  }

  private double mean(ToDoubleFunction<RtpStream> figure) {
    return streams.stream().mapToDouble(figure).average().orElse(Double.NaN);
  }

  private double most(ToDoubleFunction<RtpStream> figure) {
    return streams.stream().mapToDouble(figure).max().orElse(Double.NaN);
  }
}
