package eu.callorders.bench.sip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.bench.sip.PacketFile.Datagram;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SipTraceTest {
  private static final byte SILENCE = (byte) 0xD5;

  private final SipTrace trace = new SipTrace();

  @Test
  void instantsOfACallAreThoseOfItsMessages() {
    invite(100, "call-1", "+493023125001", 40_000);
    invite(600, "call-1", "+493023125001", 40_000); // repeated
    response(110, "call-1", "180 Ringing", "INVITE");
    response(310, "call-1", "200 OK", "INVITE");
    request(5_310, "call-1", "BYE");
    response(5_320, "call-1", "200 OK", "BYE");

    assertThat(trace.calls())
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.number).isEqualTo("+493023125001");
              assertThat(call.invited).isEqualTo(at(100));
              assertThat(call.ringing).isEqualTo(at(110));
              assertThat(call.answered).isEqualTo(at(310));
              assertThat(call.ended).isEqualTo(at(5_310));
            });
  }

  @Test
  void firstSoundIsLoudAndAfterTheAnswer() {
    invite(0, "call-1", "+493023125001", 40_000);
    sound(50, 40_000, (byte) 0x12);
    response(100, "call-1", "200 OK", "INVITE");
    sound(120, 40_000, SILENCE);
    sound(140, 6_000, (byte) 0x12); // the person
    sound(520, 40_000, (byte) 0x12);
    sound(540, 40_000, (byte) 0x12);

    assertThat(trace.calls()).singleElement().extracting(call -> call.heard).isEqualTo(at(520));
  }

  @Test
  void portOfAnEndedCallBelongsToTheNext() {
    invite(0, "call-1", "+493023125001", 40_000);
    response(100, "call-1", "200 OK", "INVITE");
    invite(1_000, "call-2", "+493023125002", 40_000);
    response(1_100, "call-2", "200 OK", "INVITE");
    sound(1_200, 40_000, (byte) 0x12);

    assertThat(trace.calls()).extracting(call -> call.heard).containsExactly(null, at(1_200));
  }

  @Test
  void conversationsAtOnceAreCounted() {
    for (int number = 0; number < 3; number++) {
      invite(number, "call-" + number, "+49302312500" + number, 40_000 + 2 * number);
    }
    response(10, "call-0", "200 OK", "INVITE");
    response(20, "call-1", "200 OK", "INVITE");
    request(30, "call-0", "BYE");
    response(40, "call-2", "200 OK", "INVITE");

    assertThat(trace.mostAtOnce()).isEqualTo(2);
  }

  private void invite(int millis, String callId, String number, int port) {
    message(
        millis,
        "INVITE sip:" + number + "@127.0.0.1 SIP/2.0",
        callId,
        "1 INVITE",
        "m=audio " + port + " RTP/AVP 8\r\n");
  }

  private void request(int millis, String callId, String method) {
    message(millis, method + " sip:gateway@127.0.0.1:5070 SIP/2.0", callId, "2 " + method, "");
  }

  private void response(int millis, String callId, String status, String method) {
    message(millis, "SIP/2.0 " + status, callId, "1 " + method, "");
  }

  private void message(int millis, String first, String callId, String cseq, String body) {
    String text = first + "\r\nCall-ID: " + callId + "\r\nCSeq: " + cseq + "\r\n\r\n" + body;
    trace.accept(new Datagram(at(millis), 5070, 5060, text.getBytes(UTF_8)));
  }

  private void sound(int millis, int port, byte sample) {
    byte[] packet = new byte[172];
    Arrays.fill(packet, sample);
    packet[0] = (byte) 0x80;
    trace.accept(new Datagram(at(millis), port, 6_000, packet));
  }

  private static Instant at(int millis) {
    return Instant.ofEpochMilli(1_000_000L + millis);
  }
}
