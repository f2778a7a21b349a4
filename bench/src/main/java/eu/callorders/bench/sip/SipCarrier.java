package eu.callorders.bench.sip;

import eu.callorders.bench.Polling;
import eu.callorders.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Kamailio as a carrier that writes down each INVITE, and sipp as every person's telephone. The
 * last digit of a number decides: 0 is busy, 1 does not answer, 2 declines, 3 does not exist, 4 is
 * busy without ringing; the others answer and hang up after a second.
 */
final class SipCarrier implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration TALK = Duration.ofSeconds(1);
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final Pattern INVITE = Pattern.compile(".*INVITE (\\S+) ([0-9]+) (\\S+)\\s*");
  private static final String CONFIGURATION =
      """
      #!KAMAILIO
      debug=1
      log_stderror=yes
      fork=no
      children=4
      disable_tcp=yes
      listen=udp:127.0.0.1:@PORT@
      mpath="@MODULES@/"
      loadmodule "tm.so"
      loadmodule "sl.so"
      loadmodule "rr.so"
      loadmodule "pv.so"
      loadmodule "siputils.so"
      loadmodule "textops.so"
      loadmodule "xlog.so"
      modparam("tm", "fr_timer", 5000)

      event_route[core:worker-one-init] { xlog("L_ERR", "carrier is ready\\n"); }

      request_route {
        if (is_method("OPTIONS")) { sl_send_reply("200", "OK"); exit; }
        if (has_totag()) {
          if (loose_route()) { t_relay(); exit; }
          if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
          t_relay();
          exit;
        }
        if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
        if (!is_method("INVITE")) { sl_send_reply("405", "Method Not Allowed"); exit; }
        if (!t_newtran()) { exit; }
        xlog("L_ERR", "INVITE $ci $cs $rU\\n");
        if ($rU =~ "4$") { t_reply("486", "Busy Here"); exit; }
        if ($rU =~ "[0-3]$") { t_reply("180", "Ringing"); }
        if ($rU =~ "0$") { t_reply("486", "Busy Here"); exit; }
        if ($rU =~ "1$") { t_reply("480", "Temporarily Unavailable"); exit; }
        if ($rU =~ "2$") { t_reply("603", "Decline"); exit; }
        if ($rU =~ "3$") { t_reply("404", "Not Found"); exit; }
        record_route();
        $du = "sip:127.0.0.1:@PERSON@";
        t_relay();
      }
      """;

  private final int port = UdpPorts.free();
  private final Path log;
  private final SippProcess person;
  private final Process process;

  /**
   * A line of the carrier's log.
   *
   * @param number called
   */
  record Invite(String callId, int cseq, String number) {}

  /** Starts both, with a directory of their own. */
  SipCarrier(Path below) throws Exception {
    Path directory = Files.createDirectories(below.resolve("carrier"));
    log = directory.resolve("kamailio.log");
    int personPort = UdpPorts.free();
    Path configuration = directory.resolve("kamailio.cfg");
    Files.writeString(
        configuration,
        CONFIGURATION
            .replace("@PORT@", Integer.toString(port))
            .replace("@PERSON@", Integer.toString(personPort))
            .replace("@MODULES@", modules().toString()));
    Path scenario = SippScenario.ANSWERS.write(directory, TALK, directory);
    person = SippProcess.person(directory, scenario, personPort, UdpPorts.free());
    process =
        Programs.start(
            log,
            Map.of(),
            List.of(Programs.find("kamailio"), "-f", configuration.toString(), "-DD", "-E"));
    Polling.until(
        START,
        50,
        "Kamailio does not start, see " + log,
        () -> !process.isAlive() || Files.readString(log).contains("carrier is ready"));
    if (!process.isAlive()) {
      person.close();
      throw new IOException("Kamailio has ended: " + Files.readString(log));
    }
  }

  private static Path modules() throws IOException {
    try (Stream<Path> architectures = Files.list(LIBRARIES)) {
      return architectures
          .map(architecture -> architecture.resolve("kamailio/modules"))
          .filter(Files::isDirectory)
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("Kamailio has no modules below /usr/lib"));
    }
  }

  int port() {
    return port;
  }

  /** Each INVITE that has come, repetitions left out. */
  List<Invite> invites() throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .map(INVITE::matcher)
          .filter(Matcher::matches)
          .map(line -> new Invite(line.group(1), Integer.parseInt(line.group(2)), line.group(3)))
          .toList();
    }
  }

  @Override
  public void close() {
    List<ProcessHandle> children = process.descendants().toList();
    Programs.end(process);
    children.forEach(ProcessHandle::destroyForcibly);
    person.close();
  }
}
