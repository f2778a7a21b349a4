package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.config.SpeechSettings;
import eu.callorders.sipgateway.media.SpeechRenderer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Kamailio as the carrier and baresip as the person's telephone, each a process. */
final class Laboratory implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Laboratory.class);
  private static final List<String> PROGRAMS = List.of("kamailio", "baresip", "espeak-ng");
  private static final List<Path> PATHS =
      List.of(Path.of("/usr/bin"), Path.of("/usr/sbin"), Path.of("/usr/local/bin"));
  private static final int SILENCE_SECONDS = 120;

  /** The program of the gateway, and of a person who says something. */
  static final String SPEECH = "espeak-ng -v {language} -w {file}";

  private static final String LISTEN_UDP = "disable_tcp=yes\nlisten=udp:127.0.0.1:@TRUNK@";
  private static final String LISTEN_TLS =
      "enable_tls=yes\nlisten=tls:127.0.0.1:@TRUNK@\nlisten=udp:127.0.0.1:@INNER@";
  private static final String TLS_MODULE =
      """
      loadmodule "tls.so"
      modparam("tls", "certificate", "@CERTIFICATE@")
      modparam("tls", "private_key", "@CERTIFICATE@")
      modparam("tls", "tls_method", "TLSv1.2+")
      """;

  private final Path directory;
  private final int trunkPort = freePort();
  private final int innerPort = freePort();
  private final @Nullable Path certificate;
  private final int phonePort = freePort();
  private final int consolePort = freePort();
  private final Process trunk;
  private final Process phone;

  /** Skips the tests of a class, and says so, unless all programs are installed. */
  static void require(int tests) {
    require(tests, PROGRAMS);
  }

  /** The same for other programs. */
  static void require(int tests, List<String> programs) {
    List<String> missing =
        programs.stream()
            .filter(
                program ->
                    PATHS.stream().noneMatch(path -> Files.isExecutable(path.resolve(program))))
            .toList();
    if (!missing.isEmpty()) {
      LOG.warn("{} tests skipped: {} not installed", tests, missing);
    }
    Assumptions.assumeTrue(
        missing.isEmpty(), () -> tests + " tests skipped: " + missing + " not installed");
  }

  /**
   * @param greeting what the person says; null: nothing
   * @param certificate of the trunk, which then takes TLS alone, and the softphone encrypted sound;
   *     null: UDP
   */
  Laboratory(
      Path directory, String algorithm, @Nullable String greeting, @Nullable Path certificate)
      throws Exception {
    this.directory = directory;
    this.certificate = certificate;
    writeSpeech(directory.resolve("person.wav"), greeting);
    Files.writeString(directory.resolve("kamailio.cfg"), fill("kamailio.cfg", algorithm));
    Files.writeString(directory.resolve("config"), fill("baresip.conf", algorithm));
    Files.writeString(
        directory.resolve("accounts"),
        "<sip:+493023125321@127.0.0.1;transport=udp>;regint=0;answermode=auto"
            + (certificate == null ? "\n" : ";mediaenc=srtp-mand\n"));
    Files.createFile(directory.resolve("contacts"));
    trunk = start("trunk.log", "kamailio", "-f", directory + "/kamailio.cfg", "-DD", "-E");
    phone = start("phone.log", "baresip", "-f", directory.toString());
    await("the carrier", () -> log("trunk.log").contains("carrier is ready"));
    await("the softphone", () -> log("phone.log").contains("baresip is ready"));
  }

  private Process start(String log, String... command) throws IOException {
    return new ProcessBuilder(command)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(log).toFile())
        .start();
  }

  private String fill(String resource, String algorithm) throws IOException {
    try (InputStream in = Laboratory.class.getResourceAsStream("/lab/" + resource)) {
      int rtp = 28_000 + 2 * (phonePort % 500);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@LISTEN@", certificate == null ? LISTEN_UDP : LISTEN_TLS)
          .replace("@TLS@", certificate == null ? "" : TLS_MODULE)
          .replace("@CERTIFICATE@", String.valueOf(certificate))
          .replace("@TRUNK@", Integer.toString(trunkPort))
          .replace("@INNER@", Integer.toString(innerPort))
          .replace("@PHONE@", Integer.toString(phonePort))
          .replace("@CONSOLE@", Integer.toString(consolePort))
          .replace("@RTP@", Integer.toString(rtp))
          .replace("@RTP_END@", Integer.toString(rtp + 100))
          .replace("@DIRECTORY@", directory.toString())
          .replace("@ALGORITHM@", algorithm);
    }
  }

  int trunkPort() {
    return trunkPort;
  }

  /** Presses keys of the softphone: digits in a call, b to hang up. */
  void press(String keys) throws IOException {
    try (DatagramSocket socket = new DatagramSocket()) {
      for (byte key : keys.getBytes(StandardCharsets.US_ASCII)) {
        socket.send(
            new DatagramPacket(
                new byte[] {key},
                1,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), consolePort)));
      }
    }
  }

  /** Call-IDs of all INVITEs that the carrier has passed on. */
  List<String> carriedCalls() throws IOException {
    return log("trunk.log")
        .lines()
        .filter(line -> line.contains("INVITE "))
        .map(line -> line.replaceFirst(".*INVITE ", "").strip())
        .toList();
  }

  /** Waits until the softphone has heard that many seconds of speech. */
  void awaitSpeech(int seconds) throws IOException {
    await("speech", () -> loudSeconds() >= seconds);
  }

  /** Seconds of the recordings whose sound is loud. */
  private double loudSeconds() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      double loud = 0;
      for (Path file : files.filter(each -> each.toString().endsWith("-dec.wav")).toList()) {
        loud += loudSeconds(file);
      }
      return loud;
    }
  }

  private static double loudSeconds(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int loud = 0;
    for (int frame = 44; frame + 320 <= bytes.length; frame += 320) {
      long energy = 0;
      for (int i = frame; i < frame + 320; i += 2) {
        int sample = (short) ((bytes[i] & 0xFF) | (bytes[i + 1] << 8));
        energy += (long) sample * sample;
      }
      loud += Math.sqrt(energy / 160.0) > 500 ? 1 : 0;
    }
    return loud * 0.02;
  }

  String logs() {
    try {
      return log("trunk.log") + "\n" + log("phone.log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String log(String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private void await(String what, Condition condition) throws IOException {
    Instant deadline = Instant.now().plusSeconds(90);
    while (!condition.holds()) {
      if (Instant.now().isAfter(deadline) || !trunk.isAlive() || !phone.isAlive()) {
        throw new AssertionError("no " + what + "\n" + log("trunk.log") + "\n" + log("phone.log"));
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Below the ports that Linux gives to clients: none of them takes it before its program. */
  static int freePort() {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(20_000, 28_000);
      try (DatagramSocket _ = new DatagramSocket(port, loopback);
          ServerSocket _ = new ServerSocket(port, 1, loopback)) {
        return port;
      } catch (BindException e) {
        LOG.debug("port {} is in use", port);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** A greeting that is followed by silence. */
  private static void writeSpeech(Path file, @Nullable String greeting) throws Exception {
    byte[] samples = new byte[8_000 * 2 * SILENCE_SECONDS];
    if (greeting != null) {
      SpeechSettings program = new SpeechSettings(List.of(SPEECH.split(" ", -1)), null);
      ByteBuffer.wrap(samples)
          .order(ByteOrder.LITTLE_ENDIAN)
          .asShortBuffer()
          .put(new SpeechRenderer(program).render(greeting, "de"));
    }
    try (AudioInputStream sound =
        new AudioInputStream(
            new ByteArrayInputStream(samples),
            new AudioFormat(8_000, 16, 1, true, false),
            samples.length / 2)) {
      AudioSystem.write(sound, AudioFileFormat.Type.WAVE, file.toFile());
    }
  }

  @Override
  public void close() {
    phone.destroyForcibly();
    trunk.descendants().forEach(ProcessHandle::destroyForcibly);
    trunk.destroyForcibly();
  }
}
