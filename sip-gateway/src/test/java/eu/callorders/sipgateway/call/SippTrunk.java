package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The program sipp as a carrier that answers one OPTIONS, and ends one call unanswered. */
final class SippTrunk implements AutoCloseable {
  private final Path log;
  private final int port;
  private final Process process;

  /**
   * @param ringing whether it sends 180 before
   * @param q850 cause of a Reason header; null: none
   */
  SippTrunk(Path directory, int status, boolean ringing, @Nullable Integer q850)
      throws IOException {
    Path scenario = directory.resolve("scenario.xml");
    Files.writeString(scenario, scenario(status, ringing, q850));
    log = directory.resolve("sipp.log");
    port = Laboratory.freePort();
    process =
        new ProcessBuilder(
                "sipp",
                "-sf",
                scenario.toString(),
                "-i",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-m",
                "2",
                "-nostdin")
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    awaitPort();
  }

  /**
   * Waits until sipp has the port. The test never takes it meanwhile: sipp would find it in use.
   */
  private void awaitPort() throws IOException {
    Instant deadline = Instant.now().plusSeconds(60);
    while (!isListening()) {
      assertThat(process.isAlive()).as(Files.readString(log)).isTrue();
      assertThat(Instant.now()).as("sipp listens").isBefore(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  /** Whether Linux lists the port of 127.0.0.1 among those in use for UDP. */
  private boolean isListening() throws IOException {
    return Files.readString(Path.of("/proc/net/udp")).contains(" 0100007F:%04X ".formatted(port));
  }

  int port() {
    return port;
  }

  /** Waits until the call is over; fails unless it went as the scenario says. */
  void awaitEnd() throws Exception {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("sipp ends").isTrue();
    assertThat(process.exitValue()).as(Files.readString(log)).isZero();
  }

  private static String scenario(int status, boolean ringing, @Nullable Integer q850) {
    return """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE scenario SYSTEM "sipp.dtd">
    <scenario name="unanswered">
      <recv request="OPTIONS" optional="true" next="1"/>
      <recv request="INVITE"/>
      %s
      %s
      <recv request="ACK" next="2"/>
      <label id="1"/>
      %s
      <label id="2"/>
    </scenario>
    """
        .formatted(
            ringing ? response("180 Ringing", "") : "",
            response(
                status + " Final", q850 == null ? "" : "Reason: Q.850;cause=%d\n".formatted(q850)),
            response("200 OK", ""));
  }

  private static String response(String status, String header) {
    return """
    <send><![CDATA[
    SIP/2.0 %s
    [last_Via:]
    [last_From:]
    [last_To:];tag=sipp-[call_number]
    [last_Call-ID:]
    [last_CSeq:]
    %sContent-Length: 0

    ]]></send>
    """
        .formatted(status, header);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
