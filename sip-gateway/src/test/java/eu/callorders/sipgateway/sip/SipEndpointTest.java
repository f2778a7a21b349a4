package eu.callorders.sipgateway.sip;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.sipgateway.config.ListenAddress;
import eu.callorders.sipgateway.config.Transport;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the endpoint reports when the stack cannot send a request. */
class SipEndpointTest {
  private static final int WAIT_SECONDS = 60;

  private final CompletableFuture<String> firstLine = new CompletableFuture<>();
  private final CompletableFuture<String> reported = new CompletableFuture<>();
  private ServerSocket trunk;
  private SipEndpoint endpoint;

  @BeforeEach
  void start() throws Exception {
    trunk = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    endpoint =
        new SipEndpoint(
            List.of(new ListenAddress(Transport.TCP, "127.0.0.1", 0)),
            new TlsSockets(SSLContext.getDefault()),
            source -> true,
            Runnable::run,
            new IgnoredRequests(),
            MessageObserver.NONE);
  }

  @AfterEach
  void stop() throws IOException {
    endpoint.close();
    trunk.close();
  }

  @Test
  void requestWithoutAConnectionIsUnsent() throws Exception {
    trunk.close();
    sendInvite();
    assertThat(reported.get(WAIT_SECONDS, TimeUnit.SECONDS))
        .startsWith("unsent: Could not connect");
  }

  /** The connection closes after the trunk has read the INVITE and before the stack goes on. */
  @Test
  void requestThatTheTrunkHasReadIsNotUnsent() throws Exception {
    Thread.ofVirtual().start(this::readFirstLine);
    TrunkNetworkLayer.OWNERS.replaceAll(
        (name, owner) ->
            new TrunkNetworkLayer.Owner(
                owner.tls(), owner.sources(), owner.unreachable(), ClosedAfterWrite::new));
    sendInvite();
    assertThat(reported.get(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo("timeout");
    assertThat(firstLine.join()).startsWith("INVITE ");
  }

  private void sendInvite() {
    Target target = Target.of("127.0.0.1", trunk.getLocalPort(), Transport.TCP, "localhost");
    RequestText invite =
        RequestText.outside(
                "INVITE",
                "sip:person@localhost",
                "sip:gateway@localhost",
                target,
                "127.0.0.1",
                5060)
            .contact("sip:gateway@127.0.0.1");
    endpoint.send(
        invite,
        target,
        response -> reported.complete("response"),
        () -> reported.complete("timeout"),
        why -> reported.complete("unsent: " + why));
  }

  private void readFirstLine() {
    try (Socket connection = trunk.accept();
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
      firstLine.complete(in.readLine());
    } catch (IOException e) {
      firstLine.completeExceptionally(e);
    }
  }

  /** The stack asks for the input of a new connection once it has written the request. */
  private final class ClosedAfterWrite extends Socket {
    @Override
    public InputStream getInputStream() throws IOException {
      firstLine.join();
      throw new SocketException("Socket is closed");
    }
  }

  private static final class IgnoredRequests implements RequestHandler {
    @Override
    public void onRequest(SipRequest request) {}

    @Override
    public void onLateResponse(SipResponse response) {}
  }
}
