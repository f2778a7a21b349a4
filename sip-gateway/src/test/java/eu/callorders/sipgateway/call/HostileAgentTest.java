package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and telephones that send more than a conversation has. */
class HostileAgentTest {
  private static final String TOKEN = "agent-token";

  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
  private SipPeer peer;
  private StreamPeer agent;
  private GatewayFixture gateway;
  private PlaceCall call;
  private SipMessage invite;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
  }

  @BeforeEach
  void converse() throws Exception {
    peer = new SipPeer();
    agent = new StreamPeer(authority.pemFile("localhost"));
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", agent.uri("localhost"))
            .set("AGENT_TOKEN", TOKEN)
            .set("TLS_CA_FILE", authority.trusted().toString())
            .start();
    call = gateway.call();
    gateway.place(call);
    invite = peer.expect("INVITE");
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    agent.expect("start");
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
    agent.close();
    peer.close();
  }

  @Test
  void transcriptWithoutEndIsRefusedAndTheReportIsTaken() throws Exception {
    for (int part = 1; part <= 4; part++) {
      assertThat(post("/turns", megabyteOfTurns(part))).isEqualTo(204);
    }
    assertThat(post("/turns", megabyteOfTurns(5))).isEqualTo(429);

    String report = "\"summary_code\": \"disputed\", \"identity_confirmed\": true";
    assertThat(post("/report", "{\"event_id\": \"r\", " + report + "}")).isEqualTo(204);
  }

  private static String megabyteOfTurns(int part) {
    String turn =
        "{\"speaker\": \"agent\", \"start_ms\": 0, \"end_ms\": 0, \"text\": \"%s\"}"
            .formatted("x".repeat(9_900));
    String turns = (turn + ",").repeat(99) + turn;
    return "{\"event_id\": \"t" + part + "\", \"turns\": [" + turns + "]}";
  }

  @Test
  void keysWithoutEndAreNotPassedOnButAnObjectionCounts() throws Exception {
    for (int i = 1; i <= 500; i++) {
      press('5', i);
      assertThat(agent.expect("dtmf").getJsonObject("dtmf").getString("digit")).isEqualTo("5");
    }
    press('9', 501);
    gateway.awaitEvent(GatewayEvent.Objection.class);
    agent.mark("after all keys");

    assertThat(agent.next().getString("event")).isEqualTo("mark");
  }

  private void press(char key, int cseq) throws Exception {
    peer.request(
        "INFO", invite, cseq, "Signal=" + key + "\r\n", "Content-Type: application/dtmf-relay");
    peer.expectResponse(200);
  }

  private int post(String path, String body) throws Exception {
    return await(gateway.agent("POST", call, path, TOKEN, body)).statusCode();
  }
}
