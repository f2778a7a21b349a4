package eu.callorders.bench.sip;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Programs;
import eu.callorders.bench.Quantiles;
import eu.callorders.bench.Scale;
import eu.callorders.bench.TemporaryDirectory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Calls of the SIP gateway with sipp as trunk and telephone, in turn with sipp alone and with the
 * disk: from the placing to the INVITE, sound, and many calls that ring.
 */
public final class SipBench {
  private static final int ROUNDS = 3;
  private static final int FSYNCS = 200;

  private final BenchReport figures;
  private final Path directory;
  private final SipTestbed testbed;

  private SipBench(BenchReport figures, Path directory, SipTestbed testbed) {
    this.figures = figures;
    this.directory = directory;
    this.testbed = testbed;
  }

  /** Refuses with a sentence where sipp or tshark is missing, or tshark may not capture. */
  public static void main(String[] words) throws Exception {
    for (String program : List.of("sipp", "tshark")) {
      Programs.find(program);
    }
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    String secret = "whsec_" + Base64.getEncoder().encodeToString(random);
    try (TemporaryDirectory temporary = TemporaryDirectory.create()) {
      Path directory = temporary.path();
      int trunk = UdpPorts.free();
      Map<String, String> settings =
          Map.of(
              "TRUNK", "sip:127.0.0.1:" + trunk,
              "CALLER_IDS", "+493023125000",
              "SPEECH", "cp " + TestSound.wav(directory) + " {file}");
      try (SipGatewayProcess gateway = new SipGatewayProcess(directory, secret, settings)) {
        SipTestbed testbed =
            new SipTestbed(directory, trunk, gateway, new CallPlacer(gateway.setting(), secret));
        new SipBench(new BenchReport("sip"), directory, testbed).run();
      }
    }
  }

  private void run() throws Exception {
    try (SippProcess _ = testbed.person(SippScenario.ANSWERS, SipTestbed.TALK)) {
      testbed.gateway().start();
      Scale.warmUp(
          () -> {
            testbed.callAlone(SippScenario.CALLS, Scale.of(100), SipTestbed.PER_SECOND);
            testbed.converse(Scale.of(200));
          });
      conversations();
    }
    try (SippProcess _ = testbed.person(SippScenario.RINGS, SipTestbed.RING)) {
      ringing();
    }
    figures.end();
  }

  private void conversations() throws Exception {
    int calls = Scale.of(SipTestbed.CALLS);
    ConversationFigures alone = new ConversationFigures();
    ConversationFigures own = new ConversationFigures();
    Quantiles disk = new Quantiles(List.of());
    for (int round = 0; round < ROUNDS; round++) {
      disk = disk.and(DiskProbe.fsync(directory, FSYNCS));
      try (PacketCapture capture = testbed.capture()) {
        testbed.callAlone(SippScenario.CALLS, calls, SipTestbed.PER_SECOND);
        alone.add(List.of(), capture, testbed.mediaPort());
      }
      try (PacketCapture capture = testbed.capture()) {
        double before = testbed.cpu();
        List<CallPlacer.Placing> placings = testbed.converse(calls);
        own.use(testbed.cpu() - before);
        own.add(placings, capture, testbed.mediaPort());
      }
    }
    figures.add("fsync of the disk", disk);
    figures.add("INVITE to 180, sipp alone", alone.ringing());
    figures.add("place to INVITE", own.placing());
    figures.ratio(
        "place to INVITE, p99",
        own.placing().milliseconds(0.99),
        "ms",
        disk.milliseconds(0.99),
        "the disk's fsync");
    figures.add("answer to first sound", own.sound());
    own.report("", figures);
    alone.report(", sipp alone", figures);
    figures.ratio(
        "mean jitter beside sipp alone", own.jitter(), "ms", alone.jitter(), "sipp alone");
    figures.add("gateway's CPU each", own.cpuEach(), "µs");
  }

  private void ringing() throws Exception {
    int calls = Scale.of(SipTestbed.RINGING);
    RingingFigures all = new RingingFigures(testbed, calls);
    for (int round = 0; round < ROUNDS; round++) {
      all.alone();
      all.round();
    }
    all.report(figures);
  }
}
