package eu.callorders.bench.sip;

import eu.callorders.bench.Polling;
import eu.callorders.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program sipp, which takes calls or places them. */
final class SippProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(10);
  private static final Duration CALLS = Duration.ofMinutes(5);
  private static final String LOOPBACK = "127.0.0.1";

  private final Process process;

  private SippProcess(Process process) {
    this.process = process;
  }

  /** Takes calls at a port, and sends their sound back from another one. */
  static SippProcess person(Path directory, Path scenario, int port, int mediaPort)
      throws Exception {
    Path log = directory.resolve("person.log");
    List<String> command = command(scenario, port, mediaPort);
    command.add("-rtp_echo");
    SippProcess person = new SippProcess(Programs.start(log, Map.of(), command));
    Polling.until(
        START,
        20,
        "sipp does not listen, see " + log,
        () -> UdpPorts.isInUse(port) || !person.process.isAlive());
    if (!person.process.isAlive()) {
      throw new IOException("sipp has ended: " + Files.readString(log));
    }
    return person;
  }

  /** Places calls to the person, so many a second, and waits for the end of all of them. */
  static void call(Path directory, Path scenario, int person, int calls, int perSecond)
      throws IOException, InterruptedException {
    Path log = directory.resolve("caller.log");
    List<String> command = command(scenario, UdpPorts.free(), UdpPorts.free());
    command.addAll(List.of("-m", "" + calls, "-r", "" + perSecond, "-l", "" + calls));
    command.addAll(List.of("-s", "+493023125999", LOOPBACK + ":" + person));
    Process process = Programs.start(log, Map.of(), command);
    if (!process.waitFor(CALLS)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0) {
      throw new IOException("calls of sipp failed: " + Files.readString(log));
    }
  }

  private static List<String> command(Path scenario, int port, int mediaPort) {
    return new ArrayList<>(
        List.of(
            Programs.find("sipp"),
            "-sf",
            scenario.toString(),
            "-i",
            LOOPBACK,
            "-mi",
            LOOPBACK,
            "-p",
            Integer.toString(port),
            "-mp",
            Integer.toString(mediaPort),
            "-nostdin"));
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
