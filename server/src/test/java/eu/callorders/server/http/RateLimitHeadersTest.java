package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static eu.callorders.server.http.ApiFixture.ORDERS;
import static eu.callorders.server.http.ProblemAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.ratelimit.RateLimit;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RateLimitHeadersTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

  @Test
  void showsRateLimitOfClient() {
    RawHttp.RawResponse response = api.get("/v1/tenant", "later");
    assertThat(response.header("RateLimit-Limit")).isEqualTo("100");
    assertThat(Integer.parseInt(response.header("RateLimit-Remaining"))).isBetween(0, 99);
    assertThat(response.header("RateLimit-Reset")).isEqualTo("1");
  }

  @Test
  void showsRateLimitBeforeAuthentication() throws Exception {
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(
          "POST "
              + ORDERS
              + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer never\r\n"
              + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n");
      assertProblem(http.read(), 400, "malformed_request");
    }
  }

  @Test
  void limitsAnonymousRequestsByAddress() {
    try (ApiFixture strict = new ApiFixture(false, new RateLimit(2, 4), List.of())) {
      assertThat(strict.get("/nowhere", null).status()).isEqualTo(404);
      assertThat(strict.get(ORDERS, "bad").status()).isEqualTo(401);
      assertThat(strict.get("/v1/%zz", null).status()).isEqualTo(400);
      assertThat(strict.get("/docs", null).status()).isEqualTo(200);
      for (String target : List.of("/nowhere", ORDERS, "/v1/%zz", "/docs")) {
        RawHttp.RawResponse limited = strict.get(target, null);
        assertProblem(limited, 429, "rate_limited");
        assertThat(limited.header("Retry-After")).isEqualTo("1");
        assertThat(limited.header("RateLimit-Limit")).isEqualTo("4");
        assertThat(limited.header("RateLimit-Remaining")).isEqualTo("0");
        assertThat(limited.header("RateLimit-Reset")).isEqualTo("2");
      }
      assertThat(strict.get(ORDERS, ALL_SCOPES).status()).isEqualTo(200);
      assertThat(strict.get("/nowhere", null, "X-Forwarded-For: 192.0.2.1").status())
          .isEqualTo(404);
      strict.now.updateAndGet(now -> now.plusSeconds(1));
      assertThat(strict.get("/nowhere", null).status()).isEqualTo(404);
    }
  }
}
