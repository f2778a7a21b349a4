package eu.callorders.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A request written by hand, for what a decent client would not send. */
final class RawRequest {
  private static final int PATIENCE_MILLIS = 30_000;

  private final int port;
  private final StringBuilder head;

  private RawRequest(int port, String head) {
    this.port = port;
    this.head = new StringBuilder(head);
  }

  static RawRequest of(Tenancy tenant, String method, String target) {
    return new RawRequest(
        tenant.service().port(),
        method
            + " "
            + target
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json"
            + "\r\nAuthorization: Bearer "
            + tenant.token()
            + "\r\n");
  }

  RawRequest header(String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  /** Sends it with that body; everything that came back. */
  String send(String body) {
    return send(body.getBytes(StandardCharsets.UTF_8));
  }

  String send(byte[] body) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      head.append("Content-Length: ").append(body.length).append("\r\n\r\n");
      socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
      socket.getOutputStream().write(body);
      socket.getOutputStream().flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
