package eu.callorders.bench.sip;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** What sipp does in each call. Persons also answer the OPTIONS of the gateway. */
enum SippScenario {
  /** Rings for 200 ms, answers, and hangs up after a while. */
  ANSWERS(
      """
      <recv request="OPTIONS" optional="true" next="1"/>
      <recv request="INVITE" rrs="true">
        <action>
          <ereg regexp=".*" search_in="hdr" header="From:" assign_to="1"/>
          <ereg regexp=".*" search_in="hdr" header="To:" assign_to="2"/>
        </action>
      </recv>
      @RINGING@
      <pause milliseconds="200"/>
      <send retrans="500"><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_Record-Route:]
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
      c=IN IP4 [media_ip]
      t=0 0
      m=audio [media_port] RTP/AVP 8
      a=rtpmap:8 PCMA/8000

      ]]></send>
      <recv request="ACK"/>
      <pause milliseconds="@MILLIS@"/>
      <send retrans="500"><![CDATA[
      BYE [next_url] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      [routes]
      Max-Forwards: 70
      From:[$2];tag=sipp-[call_number]
      To:[$1]
      Call-ID: [call_id]
      CSeq: 1 BYE
      Content-Length: 0

      ]]></send>
      <recv response="200" next="2"/>
      <label id="1"/>
      @OK@
      <label id="2"/>
      """),

  /** Rings for a while, and is busy then. */
  RINGS(
      """
      <recv request="OPTIONS" optional="true" next="1"/>
      <recv request="INVITE"/>
      @RINGING@
      <pause milliseconds="@MILLIS@"/>
      <send retrans="500"><![CDATA[
      SIP/2.0 486 Busy Here
      [last_Via:]
      [last_From:]
      [last_To:];tag=sipp-[call_number]
      [last_Call-ID:]
      [last_CSeq:]
      Content-Length: 0

      ]]></send>
      <recv request="ACK" next="2"/>
      <label id="1"/>
      @OK@
      <label id="2"/>
      """),

  /** Calls, and sends sound until the person hangs up. */
  CALLS(
      """
      @INVITE@
      <recv response="100" optional="true"/>
      <recv response="180" optional="true"/>
      <recv response="200"/>
      @ACK@
      <nop><action><exec rtp_stream="@SOUND@,-1,8"/></action></nop>
      <recv request="BYE"/>
      <send><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_From:]
      [last_To:]
      [last_Call-ID:]
      [last_CSeq:]
      Content-Length: 0

      ]]></send>
      """),

  /** Calls a person who is busy after a while. */
  CALLS_IN_VAIN(
      """
      @INVITE@
      <recv response="100" optional="true"/>
      <recv response="180" optional="true"/>
      <recv response="486"/>
      @ACK@
      """);

  private static final String OK =
      """
      <send><![CDATA[
      SIP/2.0 200 OK
      [last_Via:]
      [last_From:]
      [last_To:];tag=sipp-[call_number]
      [last_Call-ID:]
      [last_CSeq:]
      Content-Length: 0

      ]]></send>
      """;

  private static final String RINGING =
      """
      <send><![CDATA[
      SIP/2.0 180 Ringing
      [last_Via:]
      [last_Record-Route:]
      [last_From:]
      [last_To:];tag=sipp-[call_number]
      [last_Call-ID:]
      [last_CSeq:]
      Contact: <sip:person@[local_ip]:[local_port]>
      Content-Length: 0

      ]]></send>
      """;

  private static final String INVITE =
      """
      <send retrans="500"><![CDATA[
      INVITE sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      Max-Forwards: 70
      From: <sip:caller@[local_ip]:[local_port]>;tag=caller-[call_number]
      To: <sip:[service]@[remote_ip]:[remote_port]>
      Call-ID: [call_id]
      CSeq: 1 INVITE
      Contact: <sip:caller@[local_ip]:[local_port]>
      Content-Type: application/sdp
      Content-Length: [len]

      v=0
      o=caller 1 1 IN IP4 [local_ip]
      s=-
      c=IN IP4 [media_ip]
      t=0 0
      m=audio [rtpstream_audio_port] RTP/AVP 8
      a=rtpmap:8 PCMA/8000

      ]]></send>
      """;

  /** After a 2xx it begins a transaction of its own. */
  private static final String ACK =
      """
      <send><![CDATA[
      ACK sip:[service]@[remote_ip]:[remote_port] SIP/2.0
      Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
      Max-Forwards: 70
      From: <sip:caller@[local_ip]:[local_port]>;tag=caller-[call_number]
      To: <sip:[service]@[remote_ip]:[remote_port]>[peer_tag_param]
      Call-ID: [call_id]
      CSeq: 1 ACK
      Content-Length: 0

      ]]></send>
      """;

  private final String steps;

  SippScenario(String steps) {
    this.steps = steps;
  }

  /**
   * Writes the scenario to a file.
   *
   * @param length of the conversation, or of the ringing
   * @param sound what a caller sends
   */
  Path write(Path directory, Duration length, Path sound) throws IOException {
    String text =
        steps
            .replace("@RINGING@", RINGING)
            .replace("@INVITE@", INVITE)
            .replace("@ACK@", ACK)
            .replace("@OK@", OK)
            .replace("@MILLIS@", Long.toString(length.toMillis()))
            .replace("@SOUND@", sound.toString());
    Path file = directory.resolve(name() + ".xml");
    return Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE scenario SYSTEM "sipp.dtd">
        <scenario name="%s">
        %s</scenario>
        """
            .formatted(name(), text));
  }
}
