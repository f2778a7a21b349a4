package eu.callorders.sipgateway.call;

import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Clients that connect to agents: in time, and only to the host that was meant. */
final class WebSocketClients {
  private static final int CONNECT_MILLIS = 3_000;

  private WebSocketClients() {}

  /**
   * A client.
   *
   * @param authorities a PEM file; null: those of the platform
   * @param maxMessage bytes of a message that is received
   */
  static WebSocketClient create(Vertx vertx, @Nullable Path authorities, int maxMessage) {
    WebSocketClientOptions options =
        new WebSocketClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setMaxConnections(Integer.MAX_VALUE) // MAX_CALLS bounds them, not the default of 50
            .setMaxFrameSize(maxMessage)
            .setMaxMessageSize(maxMessage)
            .setVerifyHost(true);
    if (authorities != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authorities.toString()));
    }
    return vertx.createWebSocketClient(options);
  }

  /** A request with a bearer token. */
  static WebSocketConnectOptions request(String uri, String token) {
    return new WebSocketConnectOptions()
        .setAbsoluteURI(uri)
        .setTimeout(CONNECT_MILLIS)
        .addHeader("Authorization", "Bearer " + token);
  }
}
