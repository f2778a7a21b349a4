package eu.callorders.sipgateway.call;

import static eu.callorders.sipgateway.call.GatewayFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** A gateway whose agent is at a WebSocket and played by the test, and a call. */
final class StreamFixture {
  static final String TOKEN = "agent-token";

  final SipPeer peer = new SipPeer();
  final StreamPeer agent;
  final GatewayFixture gateway;
  final PlaceCall call;

  StreamFixture(Path directory, TestCertificates authority) throws Exception {
    agent = new StreamPeer(authority.pemFile("localhost"));
    gateway =
        new GatewayFixture(directory, peer.port())
            .set("AGENT", agent.uri("localhost"))
            .set("AGENT_TOKEN", TOKEN)
            .set("TLS_CA_FILE", authority.trusted().toString());
    call = gateway.call();
  }

  /** A call that rings. */
  SipMessage ring() throws Exception {
    CompletableFuture<HttpResponse<String>> placed = gateway.place(call);
    SipMessage invite = peer.expect("INVITE");
    peer.respond(invite, 180, "Ringing");
    assertThat(await(placed).statusCode()).isEqualTo(201);
    return invite;
  }

  void answer(SipMessage invite) throws Exception {
    peer.respondWithSound(invite, 200, "OK");
    peer.expect("ACK");
  }

  /** An answered call whose agent may speak. */
  SipMessage streaming() throws Exception {
    gateway.start();
    SipMessage invite = ring();
    answer(invite);
    agent.expect("start");
    return invite;
  }

  /** A request of the agent about the call. */
  HttpResponse<String> post(String path, String body) throws Exception {
    return await(gateway.agent("POST", call, path, TOKEN, body));
  }

  void close() throws Exception {
    gateway.close();
    agent.close();
    peer.close();
  }
}
