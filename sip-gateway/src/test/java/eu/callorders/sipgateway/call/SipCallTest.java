package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A call over UDP with a peer of the tests: from the INVITE to the report. */
@Tag("long-sip")
class SipCallTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port()).longDisclosure().start();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void inviteHasOurOfferAndIsSmall() throws Exception {
    PlaceCall call = gateway.call();
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");

    assertThat(invite.uri()).isEqualTo("sip:" + call.to().e164() + "@127.0.0.1");
    assertThat(invite.header("From")).startsWith("<sip:+493023125000@127.0.0.1>;tag=");
    assertThat(invite.header("P-Asserted-Identity")).isEqualTo("<sip:+493023125000@127.0.0.1>");
    assertThat(invite.header("Session-Expires")).isEqualTo("600");
    assertThat(invite.body()).contains("RTP/AVP 8 0 101");
    assertThat(invite.length()).isLessThan(1_300);
    assertThat(invite.headers("User-Agent")).isEmpty();
    peer.respond(invite, 486, "Busy Here");
    peer.expect("ACK");
  }

  @Test
  void conversationByKeysEndsWithAReport() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 100, "Trying");
    peer.respond(invite, 180, "Ringing");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    int port = invite.mediaPort();
    peer.sound.awaitSpeech();
    pressUntilHungUp(port, "103051980", '1');

    SipMessage bye = peer.expect("BYE");
    peer.respond(bye, 200, "OK");
    assertThat(gateway.eventsUpTo(GatewayEvent.Ended.class))
        .containsExactly("Accepted", "Ringing", "Answered", "Disclosed", "Ended");
    GatewayEvent.Turns turns = gateway.awaitEvent(GatewayEvent.Turns.class);
    assertThat(turns.turns().getFirst().text()).contains("KI im Auftrag");
    assertThat(turns.turns()).noneMatch(turn -> turn.text().matches(".*\\[[3580]].*"));
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "payment_promised")
        .containsEntry("identity_confirmed", true)
        .containsEntry("ai_disclosed", true)
        .containsEntry("reachability", "subject_reached");
    assertThat(gateway.callLog()).hasSize(2).allMatch(line -> line.contains(invite.callId()));
  }

  /** The identity is entered when its question has been spoken, the choice after the claim. */
  private void pressUntilHungUp(int port, String identity, char choice) throws Exception {
    gateway.awaitSpoken(2);
    peer.sound.press(identity.charAt(0), port);
    gateway.awaitSpoken(3);
    for (char key : identity.substring(1).toCharArray()) {
      peer.sound.press(key, port);
    }
    gateway.awaitSpoken(4);
    peer.sound.press(choice, port);
  }

  @Test
  void wrongBirthDatesHearNothingOfTheClaim() throws Exception {
    SipMessage invite = answered();
    gateway.awaitSpoken(2);
    peer.sound.press('1', invite.mediaPort());
    for (int spoken = 3; spoken <= 4; spoken++) {
      gateway.awaitSpoken(spoken);
      for (char key : "01011970".toCharArray()) {
        peer.sound.press(key, invite.mediaPort());
      }
    }
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(gateway.awaitSpoken(5)).noneMatch(text -> text.matches(".*(120|Stadtwerke).*"));
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("identity_confirmed", false);
  }

  @Test
  void keysByTonesCountWithoutTelephoneEvents() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    String events = "a=rtpmap:101 telephone-event/8000\r\n";
    String description = peer.sound.description().replace("8 101", "8").replace(events, "");
    peer.respondAs("tones", invite, 200, "OK", description);
    peer.expect("ACK");
    peer.sound.awaitSpeech();
    peer.sound.speakNine(invite.mediaPort());

    gateway.awaitEvent(GatewayEvent.Objection.class);
  }

  @Test
  void nineIsAnObjectionWhileTheCallStands() throws Exception {
    SipMessage invite = answered();
    peer.sound.press('9', invite.mediaPort());

    assertThat(gateway.eventsUpTo(GatewayEvent.Objection.class))
        .containsExactly("Accepted", "Ringing", "Answered", "Objection");
    SipMessage bye = peer.expect("BYE"); // after the goodbye
    peer.respond(bye, 200, "OK");
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("agent");
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "objection_to_calls")
        .containsEntry("findings", Map.of("objection", Map.of("scope", "voice")));
  }

  @Test
  void personHangsUp() throws Exception {
    SipMessage invite = answered();
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.endedBy()).isEqualTo("subject");
    assertThat(ended.answeredAt()).isNotNull();
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
  }

  @Test
  void byeWithAReasonIsTheNetworks() throws Exception {
    SipMessage invite = answered();
    peer.request("BYE", invite, 1, null, "Reason: Q.850;cause=38;text=\"out of order\"");
    peer.expectResponse(200);

    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).endedBy()).isEqualTo("network");
  }

  @Test
  void byeOfAnotherDialogIsRefused() throws Exception {
    SipMessage invite = answered();
    peer.requestAs("forged", "BYE", invite, 1, null);
    peer.expectResponse(481);
    peer.request("BYE", invite, 2, null);
    peer.expectResponse(200);
  }

  @Test
  void repeatedAnswerIsAcknowledgedAgain() throws Exception {
    SipMessage invite = answered();
    peer.respondWithSound(invite, 200, "OK");

    SipMessage ack = peer.expect("ACK");
    assertThat(ack.cseq()).isEqualTo(invite.cseq());
  }

  @Test
  void answerOfAnotherBranchIsEnded() throws Exception {
    SipMessage invite = answered();
    peer.respondAs("other", invite, 200, "OK", peer.sound.description());

    assertThat(peer.expect("ACK").parameter("To", "tag")).isEqualTo("other");
    SipMessage bye = peer.expect("BYE");
    assertThat(bye.parameter("To", "tag")).isEqualTo("other");
    peer.respond(bye, 200, "OK");
    peer.request("BYE", invite, 1, null);
    peer.expectResponse(200);
  }

  @Test
  void soundOfTheRingingCountsWhenTheAnswerDescribesNone() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 183, "Session Progress");
    peer.respond(invite, 200, "OK");
    peer.expect("ACK");

    peer.sound.awaitSpeech();
    gateway.awaitEvent(GatewayEvent.Answered.class);
  }

  @Test
  void answerWithoutUsableSoundEndsAsCarrierFault() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondAs("t", invite, 200, "OK", SipPeer.unusableDescription());
    peer.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    assertThat(await(placed).statusCode()).isEqualTo(201);
    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.cause()).isEqualTo(Cause.CARRIER_FAULT);
    assertThat(ended.answeredAt()).isNull();
  }

  @Test
  void holdAndChangeOfCodecAreAnswered() throws Exception {
    SipMessage invite = answered();
    peer.request(
        "INVITE", invite, 1, peer.sound.description().replace("8 101", "0 101") + "a=sendonly\r\n");
    SipMessage held = peer.expectResponse(200);
    assertThat(held.body()).contains("RTP/AVP 0 101").contains("a=recvonly");
    peer.request("INVITE", invite, 2, null);
    assertThat(peer.expectResponse(200).body()).contains("RTP/AVP 8 0 101");
    peer.request("UPDATE", invite, 3, null);
    peer.expectResponse(200);
    peer.request("INVITE", invite, 4, "v=0\r\nm=image 4 udptl t38\r\n");
    peer.expectResponse(488);
    peer.request("OPTIONS", invite, 5, null);
    peer.expectResponse(200);
  }

  @Test
  void sessionOfASecondLastsNinety() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 200, "OK", "Session-Expires: 1;refresher=uac");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Disclosed.class); // after four seconds

    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void callToTheGatewayIsRefusedAndCounted() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    for (String method : List.of("INVITE", "SUBSCRIBE")) {
      peer.send(
          method
              + " sip:gateway@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:"
              + peer.port()
              + ";branch=z9hG4bKin"
              + method
              + "\r\nMax-Forwards: 70\r\nFrom: <sip:a@b>;tag=1\r\nTo: <sip:c@d>\r\n"
              + "Contact: <sip:a@127.0.0.1>\r\nCall-ID: in-"
              + method
              + "\r\nCSeq: 1 "
              + method
              + "\r\nEvent: presence\r\nContent-Length: 0\r\n\r\n",
          invite.from());
      peer.expectResponse(method.equals("INVITE") ? 480 : 405);
    }
    assertThat(gateway.metrics()).contains("sipgateway_incoming_calls_total 1\n");
  }

  /** An answered call whose disclosure has begun. */
  private SipMessage answered() throws Exception {
    gateway.place(gateway.call());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    peer.sound.awaitSpeech();
    return invite;
  }
}
