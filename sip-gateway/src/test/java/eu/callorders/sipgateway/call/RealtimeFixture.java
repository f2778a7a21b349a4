package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.realtime.ServerMessages;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/** A gateway with the agent {@code openai}, whose model the test plays, and a call. */
final class RealtimeFixture {
  static final String KEY = "sk-never-in-a-log";
  static final byte MU_LAW_LOUD = 0x00; // -32124
  static final byte A_LAW_LOUD = 0x2A; // -32256

  final SipPeer peer = new SipPeer();
  final RealtimePeer agent;
  final GatewayFixture gateway;
  final PlaceCall call;

  RealtimeFixture(Path directory, TestCertificates authority) throws Exception {
    agent = new RealtimePeer(authority.pemFile("localhost"));
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", "openai")
            .set("OPENAI_API_KEY", KEY)
            .set("OPENAI_MODEL", "gpt-realtime")
            .set("OPENAI_BASE_URL", agent.baseUrl("localhost"))
            .set("TLS_CA_FILE", authority.trusted().toString());
    call = gateway.call();
  }

  /** A call that rings, after the model has accepted it. */
  SipMessage ring() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    agent.expect("session.update");
    agent.send(ServerMessages.sessionUpdated());
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    return invite;
  }

  /** An answered call whose model was asked to speak. */
  SipMessage talking() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
    agent.expect("response.create");
    return invite;
  }

  /** A constant sound in µ-law. */
  static byte[] sound(int samples) {
    byte[] sound = new byte[samples];
    Arrays.fill(sound, MU_LAW_LOUD);
    return sound;
  }

  void close() throws Exception {
    gateway.close();
    agent.close();
    peer.close();
  }
}
