package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.RawHttp;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Slow clients of a service with short timeouts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class SlowClientsTest {
  @AutoClose private RunningService service;
  private RunningTenant tenant;

  @BeforeAll
  void begin() {
    service =
        RunningService.withDatabase(
            DatabaseSetup.test().with(new ConnectionLimits(4, 4, 5, 3, 100, 100)),
            Map.of("CALLORDERS_EVENT_LOOPS", "1"));
    tenant = service.newTenant();
  }

  private String head(int length) {
    return "POST /v1/call-orders HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        + "Authorization: Bearer "
        + tenant.token()
        + "\r\nContent-Length: "
        + length
        + "\r\n\r\n";
  }

  @Test
  void closesConnectionWithoutRequest() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void closesIdleConnectionAfterResponse() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(404);
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void closesConnectionWithSlowHeader() throws Exception {
    try (RawHttp http = new RawHttp(service.port())) {
      drip(http, "GET /" + "x".repeat(5000));
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void timesOutSlowBody() throws Exception {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(head(5000));
      drip(http, "{" + " ".repeat(4999));
      RawHttp.RawResponse response = http.read();
      new ServiceResponse(new RawResponse(response)).is(408, "request_timeout");
      RunningService.CONTRACT.check(
          "POST", Api.ORDERS, new ServiceResponse(new RawResponse(response)));
      assertThat(response.headers()).containsKey("ratelimit-limit");
      assertThat(response.header("Connection")).isEqualTo("close");
      assertThat(http.isClosed()).isTrue();
    }
    tenant.create(tenant.laterOrder());
  }

  /** Sends byte by byte until the server responds or closes. */
  private static void drip(RawHttp http, String text) throws InterruptedException {
    try {
      for (int each = 0; each < text.length() && !http.hasResponse(); each++) {
        http.write(text.substring(each, each + 1));
        Thread.sleep(20);
      }
    } catch (IOException e) {
      // closed by the server
    }
  }
}
