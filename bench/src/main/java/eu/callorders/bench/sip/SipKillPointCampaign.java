package eu.callorders.bench.sip;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Polling;
import eu.callorders.bench.TemporaryDirectory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Kills the SIP gateway at each named point of a call; ends with 1 on a violation. */
final class SipKillPointCampaign {
  /** Longer than a transaction. */
  private static final Duration LEGS_END = Duration.ofSeconds(60);

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "times");
    int times = arguments.number("times", 9);
    TemporaryDirectory temporary = TemporaryDirectory.create();
    List<String> found = run(temporary.path(), times);
    found.forEach(violation -> System.out.println("! " + violation));
    BenchReport figures = new BenchReport("sip-kill-points");
    figures.add("kills", (double) times * SipKillPoint.values().length, "");
    figures.add("violations", found.size(), "");
    figures.end();
    if (found.isEmpty()) {
      temporary.close();
    } else {
      System.out.println("logs in " + temporary.path());
    }
    System.exit(found.isEmpty() ? 0 : 1);
  }

  private static List<String> run(Path directory, int times) throws Exception {
    byte[] random = new byte[32];
    new SecureRandom().nextBytes(random);
    String secret = "whsec_" + Base64.getEncoder().encodeToString(random);
    Path speech = SipKillPointRun.speechProgram(directory);
    List<String> found = new ArrayList<>();
    try (SipPerson person = new SipPerson();
        SipGatewayProcess gateway =
            new SipGatewayProcess(
                directory,
                secret,
                Map.of(
                    "TRUNK", "sip:127.0.0.1:" + person.port(),
                    "CALLER_IDS", "+493023125000",
                    "SPEECH", "sh " + speech + " {file}"))) {
      gateway.start();
      long ports = gateway.metric("rtp_ports_free");
      CallPlacer placer = new CallPlacer(gateway.setting(), secret);
      int calls = 0;
      for (int time = 1; time <= times; time++) {
        for (SipKillPoint point : SipKillPoint.values()) {
          String number = CallPlacer.number(calls++);
          SipKillPointRun call = new SipKillPointRun(gateway, person, placer, directory, number);
          point.approach.reach(call);
          found.addAll(call.check(point));
          System.out.printf("%d %s%n", time, point.title());
        }
      }
      boolean free =
          Polling.within(
              LEGS_END,
              200,
              () ->
                  gateway.metric("legs_open") == 0
                      && gateway.metric("calls_active") == 0
                      && gateway.metric("rtp_ports_free") == ports);
      if (!free) {
        found.add("legs, calls or ports are left");
      }
    }
    return found;
  }
}
