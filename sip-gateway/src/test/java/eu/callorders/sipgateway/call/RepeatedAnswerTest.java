package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of other branches of a fork, which come again or in a flood. */
class RepeatedAnswerTest {
  @TempDir Path directory;
  private SipPeer peer;
  private GatewayFixture gateway;
  private SipMessage invite;

  @BeforeEach
  void answer() throws Exception {
    peer = new SipPeer();
    gateway = new GatewayFixture(directory, peer.port()).start();
    gateway.place(gateway.call());
    invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    peer.close();
  }

  @Test
  void branchThatAnswersAgainIsAcknowledgedAgainAndEndedOnce() throws Exception {
    answerAs("branch");
    peer.expect("ACK");
    peer.respond(peer.expect("BYE"), 200, "OK");
    for (int i = 0; i < 10; i++) {
      answerAs("branch");
      peer.expect("ACK");
    }
    peer.request("BYE", invite, 1, null);

    peer.expectResponse(200);
  }

  @Test
  void floodOfBranchesIsAcknowledgedAndFiftyAreEnded() throws Exception {
    int ended = 0;
    for (int branch = 0; branch < 60; branch++) {
      answerAs("branch-" + branch);
      SipMessage request = peer.expectAny();
      while (request.method().equals("BYE")) { // of the branch before
        peer.respond(request, 200, "OK");
        ended++;
        request = peer.expectAny();
      }
      assertThat(request.method()).isEqualTo("ACK");
    }

    assertThat(ended).isEqualTo(50);
  }

  private void answerAs(String tag) throws Exception {
    peer.respondAs(tag, invite, 200, "OK", peer.sound.description());
  }
}
