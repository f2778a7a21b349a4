package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Body limits of a registration over HTTP; the clock is stopped. */
class BodyLimitOverHttpTest {
  private static final int BURST = 10 << 20;
  private static final String ORDER = RequestExamples.order().toString();
  private static final String ORDERS = "/v1/call-orders";

  @AutoClose private final ApiFixture api = new ApiFixture();

  @Test
  void rejectsBytesAboveLimitOfRegistration() throws IOException {
    send(BURST);

    assertRefused(api.post(ORDERS, ALL_SCOPES, ORDER));
    assertRefused(chunked(ORDER));
    assertThat(api.post(ORDERS, "other-tenant", ORDER).status()).isEqualTo(200);
    assertThat(api.get("/v1/tenant", ALL_SCOPES).status()).isEqualTo(200);
  }

  @Test
  void acceptsChunkedBodyWithinLimit() throws IOException {
    send(BURST - ORDER.length());
    assertThat(chunked(ORDER).status()).isEqualTo(200);
    assertRefused(api.post(ORDERS, ALL_SCOPES, ORDER));
  }

  /** The chunk above the limit ends the read; earlier ones stay counted. */
  @Test
  void countsChunksOnArrival() throws IOException {
    send(BURST - 3 * ORDER.length());
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(chunkedHead());
      http.write(chunk(ORDER) + chunk(" ".repeat(ORDER.length())));
      http.write(chunk(" ".repeat(ORDER.length() + 1)));
      assertRefused(http.read());
    }
    assertThat(api.post(ORDERS, ALL_SCOPES, ORDER).status()).isEqualTo(200);
    assertRefused(api.post(ORDERS, ALL_SCOPES, ORDER));
  }

  /** Sends orders of up to 1 MiB with this total size. */
  private void send(int bytes) {
    for (int left = bytes; left > 0; left -= BodyReader.MAX_BYTES) {
      int length = Math.min(left, BodyReader.MAX_BYTES);
      String padded = ORDER + " ".repeat(length - ORDER.length());
      assertThat(api.post(ORDERS, ALL_SCOPES, padded).status()).isEqualTo(200);
    }
  }

  private RawHttp.RawResponse chunked(String body) throws IOException {
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(chunkedHead() + chunk(body) + "0\r\n\r\n");
      return http.read();
    }
  }

  private static String chunkedHead() {
    return """
    POST %s HTTP/1.1
    Host: a
    Authorization: Bearer %s
    Content-Type: application/json
    Transfer-Encoding: chunked

    """
        .formatted(ORDERS, ALL_SCOPES)
        .replace("\n", "\r\n");
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
  }

  private static void assertRefused(RawHttp.RawResponse response) {
    assertThat(response.status()).as(response.body()).isEqualTo(429);
    assertThat(response.header("Retry-After")).isEqualTo("1");
    assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(response.json().path("code").asText()).isEqualTo("rate_limited");
    assertThat(response.json().path("detail").asText()).contains("bytes of request bodies");
  }
}
