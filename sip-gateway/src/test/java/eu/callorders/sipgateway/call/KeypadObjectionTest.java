package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objections by key 9 late in a conversation with the agent {@code keypad}, and by INFO. */
@Tag("long-sip")
class KeypadObjectionTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port()).start();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void nineDuringTheClosingSentenceIsReportedWhileTheCallStands() throws Exception {
    SipMessage invite = converse(gateway.call());
    peer.sound.press('4', invite.mediaPort()); // another person
    peer.sound.press('9', invite.mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class)).doesNotContain("Ended");
    peer.respond(peer.expect("BYE"), 200, "OK"); // after the goodbye
    assertReported();
  }

  @Test
  void nineBeforeThePersonHangsUpIsReported() throws Exception {
    SipMessage invite = converse(CallVariants.withPostalCode(gateway.call(), "90402"));
    peer.sound.press('1', invite.mediaPort());
    gateway.awaitSpoken(3);
    peer.request("INFO", invite, 1, "Signal=9", "Content-Type: application/dtmf-relay");
    peer.expectResponse(200);
    peer.request("BYE", invite, 2, null);
    peer.expectResponse(200);

    gateway.awaitEvent(GatewayEvent.Objection.class);
    assertReported();
  }

  @ParameterizedTest
  @CsvSource({
    "application/dtmf-relay, 'Signal=9\r\nDuration=160\r\n'",
    "Application/DTMF-Relay; charset=utf-8, Signal=9",
    "application/dtmf, 9",
    "application/DTMF;version=1, '9\r\n'"
  })
  void nineByInfoIsReported(String type, String body) throws Exception {
    SipMessage invite = converse(gateway.call());
    peer.request("INFO", invite, 1, "9", "Content-Type: text/plain"); // says nothing
    peer.expectResponse(200);
    peer.request("INFO", invite, 2, body, "Content-Type: " + type);
    peer.expectResponse(200);

    gateway.awaitEvent(GatewayEvent.Objection.class);
  }

  private void assertReported() throws Exception {
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "objection_to_calls");
  }

  /** A call whose person is asked for the name. */
  private SipMessage converse(PlaceCall call) throws Exception {
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitSpoken(2);
    return invite;
  }
}
