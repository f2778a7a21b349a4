package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The program sipp as a carrier: answers one OPTIONS, and ends one call unanswered or hangs up
 * after it.
 */
final class SippTrunk implements AutoCloseable {
  private static final String ANSWERED =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE scenario SYSTEM "sipp.dtd">
      <scenario name="answered">
        <recv request="OPTIONS" optional="true" next="1"/>
        <recv request="INVITE" rrs="true">
          <action>
            <ereg regexp=".*" search_in="hdr" header="From:" assign_to="1"/>
            <ereg regexp=".*" search_in="hdr" header="To:" assign_to="2"/>
          </action>
        </recv>
        <send><![CDATA[
        SIP/2.0 180 Ringing
        [last_Via:]
        [last_From:]
        [last_To:];tag=sipp-[call_number]
        [last_Call-ID:]
        [last_CSeq:]
        Contact: <sip:person@[local_ip]:[local_port]>
        Content-Length: 0

        ]]></send>
        <send retrans="500"><![CDATA[
        SIP/2.0 200 OK
        [last_Via:]
        [last_From:]
        [last_To:];tag=sipp-[call_number]
        [last_Call-ID:]
        [last_CSeq:]
        Contact: <sip:person@[local_ip]:[local_port]>
        Content-Type: application/sdp
        Content-Length: [len]

        v=0
        o=person 1 1 IN IP4 [local_ip]
        s=-
        c=IN IP4 [local_ip]
        t=0 0
        m=audio [media_port] RTP/AVP 8
        a=rtpmap:8 PCMA/8000

        ]]></send>
        <recv request="ACK"/>
        <send retrans="500"><![CDATA[
        INVITE [next_url] SIP/2.0
        Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
        Max-Forwards: 70
        From:[$2];tag=sipp-[call_number]
        To:[$1]
        Call-ID: [call_id]
        CSeq: 1 INVITE
        Contact: <sip:person@[local_ip]:[local_port]>
        Content-Type: application/sdp
        Content-Length: [len]

        v=0
        o=person 1 2 IN IP4 [local_ip]
        s=-
        c=IN IP4 [local_ip]
        t=0 0
        m=audio [media_port] RTP/AVP 8
        a=rtpmap:8 PCMA/8000

        ]]></send>
        <recv response="100" optional="true"/>
        <recv response="200"/>
        <send><![CDATA[
        ACK [next_url] SIP/2.0
        Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
        Max-Forwards: 70
        From:[$2];tag=sipp-[call_number]
        To:[$1]
        Call-ID: [call_id]
        CSeq: 1 ACK
        Content-Length: 0

        ]]></send>
        <pause milliseconds="8000"/>
        <send retrans="500"><![CDATA[
        BYE [next_url] SIP/2.0
        Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
        Max-Forwards: 70
        From:[$2];tag=sipp-[call_number]
        To:[$1]
        Call-ID: [call_id]
        CSeq: 2 BYE
        Content-Length: 0

        ]]></send>
        <recv response="200" next="2"/>
        <label id="1"/>
        <send><![CDATA[
        SIP/2.0 200 OK
        [last_Via:]
        [last_From:]
        [last_To:];tag=sipp-[call_number]
        [last_Call-ID:]
        [last_CSeq:]
        Content-Length: 0

        ]]></send>
        <label id="2"/>
      </scenario>
      """;

  private final Path log;
  private final int port;
  private final Process process;

  /**
   * @param ringing whether it sends 180 before
   * @param q850 cause of a Reason header; null: none
   */
  SippTrunk(Path directory, int status, boolean ringing, @Nullable Integer q850)
      throws IOException {
    this(directory, scenario(status, ringing, q850), List.of("-m", "2"));
  }

  /** A carrier whose person answers, changes the session, and hangs up 8 seconds later. */
  static SippTrunk answering(Path directory) throws IOException {
    return new SippTrunk(directory, ANSWERED, List.of());
  }

  private SippTrunk(Path directory, String text, List<String> options) throws IOException {
    Path scenario = directory.resolve("scenario.xml");
    Files.writeString(scenario, text);
    log = directory.resolve("sipp.log");
    port = Laboratory.freePort();
    List<String> command =
        new ArrayList<>(
            List.of(
                "sipp",
                "-sf",
                scenario.toString(),
                "-i",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-nostdin"));
    command.addAll(options);
    process =
        new ProcessBuilder(command)
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
