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
import java.util.stream.Collectors;

/** The program tshark, which writes the packets of some ports to a file. */
final class PacketCapture implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);
  private static final long SETTLE_MILLIS = 500;
  private static final long FLUSH_MILLIS = 1_500;
  private static final Pattern DROPPED = Pattern.compile("(\\d+) packets? dropped");

  private final Path file;
  private final Path log;
  private final Process process;

  private PacketCapture(Path file, Path log, Process process) {
    this.file = file;
    this.log = log;
    this.process = process;
  }

  /** Begins to capture what comes from these ports of the loopback interface or goes there. */
  static PacketCapture start(Path directory, List<Integer> ports) throws Exception {
    Path file = directory.resolve("packets.pcap");
    Path log = directory.resolve("tshark.log");
    Files.deleteIfExists(file);
    Files.deleteIfExists(log);
    String filter =
        "udp and (%s)"
            .formatted(
                ports.stream().map(port -> "port " + port).collect(Collectors.joining(" or ")));
    Process process =
        Programs.start(
            log,
            Map.of(),
            List.of(
                Programs.find("tshark"),
                "-q",
                "-n",
                "-i",
                "lo",
                "-B",
                "64",
                "-F",
                "pcap",
                "-f",
                filter,
                "-w",
                file.toString()));
    PacketCapture capture = new PacketCapture(file, log, process);
    Polling.until(
        START,
        50,
        "tshark does not begin to capture, see " + log,
        () -> !process.isAlive() || (capture.log().contains("Capturing on") && Files.exists(file)));
    if (!process.isAlive()) {
      throw new IOException("tshark cannot capture packets of lo: " + capture.log());
    }
    Thread.sleep(SETTLE_MILLIS);
    return capture;
  }

  private String log() throws IOException {
    return Files.exists(log) ? Files.readString(log) : "";
  }

  /** Ends it; the file has all packets then. */
  Path stop() throws InterruptedException {
    Thread.sleep(FLUSH_MILLIS);
    close();
    return file;
  }

  /** Packets that the file lacks since the machine was too slow. */
  int dropped() throws IOException {
    Matcher dropped = DROPPED.matcher(log());
    return dropped.find() ? Integer.parseInt(dropped.group(1)) : 0;
  }

  /** What tshark says of the streams of sound in a file. */
  static List<RtpStream> streams(Path file) throws IOException, InterruptedException {
    Path table = file.resolveSibling("streams.txt");
    Files.deleteIfExists(table);
    Programs.run(
        table,
        Map.of(),
        List.of(Programs.find("tshark"), "-n", "-q", "-r", file.toString(), "-z", "rtp,streams"));
    return RtpStream.readAll(Files.readAllLines(table));
  }

  @Override
  public void close() {
    Programs.end(process);
  }
}
