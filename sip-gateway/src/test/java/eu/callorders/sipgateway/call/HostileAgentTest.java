package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents and telephones that send more than a conversation has. */
@Tag("long-sip")
class HostileAgentTest {
  @TempDir static Path certificates;
  private static TestCertificates authority;

  @TempDir Path directory;
  private StreamFixture stream;
  private SipMessage invite;

  @BeforeAll
  static void createAuthority() throws Exception {
    authority = new TestCertificates(certificates, "authority");
  }

  @BeforeEach
  void converse() throws Exception {
    stream = new StreamFixture(directory, authority);
    invite = stream.streaming();
  }

  @AfterEach
  void stop() throws Exception {
    stream.close();
  }

  @Test
  void transcriptWithoutEndIsRefusedAndTheReportIsTaken() throws Exception {
    assertThat(stream.post("/turns", megabyteOfTurns(1)).statusCode()).isEqualTo(204);
    assertThat(stream.post("/turns", megabyteOfTurns(2)).statusCode()).isEqualTo(429);

    String report = "\"summary_code\": \"disputed\", \"identity_confirmed\": true";
    assertThat(stream.post("/report", "{\"event_id\": \"r\", " + report + "}").statusCode())
        .isEqualTo(204);
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
      assertThat(stream.agent.expect("dtmf").getJsonObject("dtmf").getString("digit"))
          .isEqualTo("5");
    }
    press('9', 501);
    stream.gateway.awaitEvent(GatewayEvent.Objection.class);
    stream.agent.mark("after all keys");

    assertThat(stream.agent.next().getString("event")).isEqualTo("mark");
  }

  private void press(char key, int cseq) throws Exception {
    stream.peer.request(
        "INFO", invite, cseq, "Signal=" + key + "\r\n", "Content-Type: application/dtmf-relay");
    stream.peer.expectResponse(200);
  }
}
