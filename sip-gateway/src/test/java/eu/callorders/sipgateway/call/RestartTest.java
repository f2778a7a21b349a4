package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a process that ended without warning, and of one that stops. */
@Tag("long-sip")
class RestartTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;
  private PlaceCall call;

  @BeforeEach
  void start() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port()).start();
    call = gateway.call();
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void ringingCallIsCanceledAndNotPlacedAgain() throws Exception {
    SipMessage invite = ringing();
    gateway.kill();
    gateway.start();
    SipMessage cancel = peer.expect("CANCEL");
    assertThat(cancel.branch()).isEqualTo(invite.branch());
    assertThat(cancel.header("From")).isEqualTo(invite.header("From"));
    peer.respond(cancel, 200, "OK");
    peer.respond(redirected(invite, cancel), 487, "Request Terminated");
    peer.expect("ACK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.NO_ANSWER);
    assertThat(await(gateway.place(call)).statusCode()).isEqualTo(201);
    assertThat(peer.unexpected()).isEmpty();
  }

  @Test
  void lateAnswerAfterARestartIsEnded() throws Exception {
    SipMessage invite = ringing();
    gateway.kill();
    gateway.start();
    SipMessage cancel = peer.expect("CANCEL");
    peer.respond(cancel, 481, "Unknown");
    peer.respondWithSound(redirected(invite, cancel), 200, "OK");
    peer.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.NO_ANSWER);
    assertThat(ended.answeredAt()).isNull();
  }

  @Test
  void conversationIsEndedAndReported() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Answered.class);
    gateway.kill();
    gateway.start();
    SipMessage bye = peer.expect("BYE");
    assertThat(bye.callId()).isEqualTo(invite.callId());
    assertThat(bye.cseq()).isGreaterThan(invite.cseq());
    assertThat(bye.parameter("To", "tag")).startsWith("peer-");
    peer.respond(bye, 200, "OK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.answeredAt()).isNotNull();
    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
    assertThat(gateway.callLog()).hasSize(2);
  }

  @Test
  void conversationIsEndedWhereItsTargetIsNow() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Disclosed.class);
    String moved = "sip:moved@127.0.0.1:" + peer.port();
    peer.request("UPDATE", invite, 1, null, "Contact: <" + moved + ">");
    peer.expectResponse(200);
    gateway.kill();
    gateway.start();
    SipMessage bye = peer.expect("BYE");
    assertThat(bye.uri()).isEqualTo(moved);
    peer.respond(bye, 200, "OK");

    assertThat(gateway.awaitEvent(GatewayEvent.Report.class).document())
        .containsEntry("ai_disclosed", true);
  }

  @Test
  void byeAfterEachRestartFollowsTheByeBefore() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Answered.class);
    await(gateway.cancel(call));
    SipMessage lost = peer.expect("BYE");
    gateway.kill();
    gateway.start();
    SipMessage lostAgain = peer.expect("BYE");
    gateway.kill();
    gateway.start();
    SipMessage bye = peer.expect("BYE");

    assertThat(lostAgain.cseq()).isGreaterThan(lost.cseq());
    assertThat(bye.cseq()).isGreaterThan(lostAgain.cseq());
    peer.respond(bye, 200, "OK");
    assertThat(gateway.awaitEvent(GatewayEvent.Ended.class).disposition())
        .isEqualTo(Disposition.ANSWERED);
  }

  @Test
  void canceledCallIsCanceledAfterARestart() throws Exception {
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    await(gateway.cancel(call)); // a CANCEL waits for a provisional answer
    gateway.kill();
    gateway.start();
    SipMessage cancel = peer.expect("CANCEL");
    peer.respond(cancel, 200, "OK");
    peer.respond(redirected(invite, cancel), 487, "Request Terminated");
    peer.expect("ACK");

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.CANCELED);
  }

  @Test
  void stopHangsUp() throws Exception {
    SipMessage invite = ringing();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    gateway.awaitEvent(GatewayEvent.Answered.class);
    Thread answering =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    peer.respond(peer.expect("BYE"), 200, "OK");
                  } catch (Exception e) {
                    throw new AssertionError(e);
                  }
                });
    gateway.stop();
    answering.join();
    gateway.start(); // pushes what was not pushed

    GatewayEvent.Ended ended = gateway.awaitEvent(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("provider");
  }

  private SipMessage ringing() throws Exception {
    gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    gateway.awaitEvent(GatewayEvent.Ringing.class);
    return invite;
  }

  /** The INVITE as if it came from where the CANCEL does: the port may have changed. */
  private static SipMessage redirected(SipMessage invite, SipMessage cancel) {
    return new SipMessage(invite.firstLine(), invite.headers(), invite.body(), cancel.from());
  }
}
