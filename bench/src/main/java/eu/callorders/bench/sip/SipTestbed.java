package eu.callorders.bench.sip;

import eu.callorders.bench.Polling;
import eu.callorders.bench.ProcessUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * The gateway, and sipp at the port that is its trunk.
 *
 * @param trunk port
 */
record SipTestbed(
    Path directory, int trunk, SipGatewayProcess gateway, CallPlacer placer, int mediaPort) {
  static final int CALLS = 600;
  static final int PER_SECOND = 20;
  static final int RINGING = 500;
  static final int RINGING_PER_SECOND = 50;

  /** At the rate above, 100 conversations at once. */
  static final Duration TALK = Duration.ofSeconds(5);

  static final Duration RING = Duration.ofSeconds(25);
  private static final Duration END = Duration.ofSeconds(90);

  SipTestbed(Path directory, int trunk, SipGatewayProcess gateway, CallPlacer placer) {
    this(directory, trunk, gateway, placer, UdpPorts.free());
  }

  /** The telephone of every number. */
  SippProcess person(SippScenario scenario, Duration length) throws Exception {
    return SippProcess.person(directory, file(scenario, length), trunk, mediaPort);
  }

  private Path file(SippScenario scenario, Duration length) throws IOException {
    return scenario.write(directory, length, TestSound.alaw(directory));
  }

  /** Calls the person without the gateway, and waits for the end of the calls. */
  void callAlone(SippScenario scenario, int calls, int perSecond)
      throws IOException, InterruptedException {
    SippProcess.call(directory, file(scenario, Duration.ZERO), trunk, calls, perSecond);
  }

  /** Calls through the gateway, and waits for the end of the calls. */
  List<CallPlacer.Placing> converse(int calls) throws Exception {
    List<CallPlacer.Placing> placings = placer.place(calls, PER_SECOND);
    awaitActive(0);
    return placings;
  }

  /** Waits until so many calls use a channel of the gateway. */
  void awaitActive(int calls) throws Exception {
    Polling.until(
        END,
        100,
        "there are not " + calls + " calls",
        () -> gateway.metric("calls_active") == calls);
  }

  PacketCapture capture() throws Exception {
    return PacketCapture.start(directory, List.of(trunk, mediaPort));
  }

  /** Seconds of processor time that the gateway has used. */
  double cpu() {
    return ProcessUsage.cpu(gateway.pid());
  }

  /** Bytes of the gateway's live heap. */
  double heap() throws IOException {
    return ProcessUsage.heap(gateway.pid());
  }

  /** The status of each placing, once it has come. */
  static long accepted(List<CallPlacer.Placing> placings) {
    return placings.stream()
        .map(placing -> Objects.requireNonNull(placing.answer().join()))
        .filter(answer -> answer.status() == 201)
        .count();
  }
}
