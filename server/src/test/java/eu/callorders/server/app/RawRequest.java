package eu.callorders.server.app;

import eu.callorders.server.http.RawHttp;
import java.nio.charset.StandardCharsets;

/** A raw request, for input that an HTTP client would not send. */
final class RawRequest {
  private final int port;
  private final String method;
  private final String target;
  private final StringBuilder head;

  private RawRequest(int port, String method, String target, String head) {
    this.port = port;
    this.method = method;
    this.target = target;
    this.head = new StringBuilder(head);
  }

  static RawRequest of(RunningTenant tenant, String method, String target) {
    return new RawRequest(
        tenant.service().port(),
        method,
        target,
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".formatted(method, target)
            + "Content-Type: application/json\r\nAuthorization: Bearer "
            + tenant.token()
            + "\r\n");
  }

  RawRequest header(String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
    return this;
  }

  /** Sends the request and checks the response against the contract. */
  ServiceResponse send(String body) {
    String utf8 = new String(body.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    String request = head + "Content-Length: " + utf8.length() + "\r\n\r\n" + utf8;
    ServiceResponse response = new ServiceResponse(new RawResponse(RawHttp.send(port, request)));
    RunningService.CONTRACT.check(method, target, response);
    return response;
  }
}
