package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** More connections than a service keeps, none of which times out. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class ConnectionEvictionTest {
  private static final int MAX_CONNECTIONS = 30;

  /** Longer than the tests take, in seconds. */
  private static final int LONG_TIMEOUT = 600;

  @AutoClose private RunningService service;

  @BeforeAll
  void begin() {
    ConnectionLimits limits =
        new ConnectionLimits(
            LONG_TIMEOUT,
            LONG_TIMEOUT,
            LONG_TIMEOUT,
            LONG_TIMEOUT,
            MAX_CONNECTIONS,
            MAX_CONNECTIONS);
    service =
        RunningService.withDatabase(
            DatabaseSetup.test().with(limits), Map.of("CALLORDERS_EVENT_LOOPS", "1"));
  }

  @Test
  void evictsIdleConnectionsForRequests() throws IOException {
    List<RawHttp> silent = new ArrayList<>();
    try {
      for (int each = 0; each < 3 * MAX_CONNECTIONS; each++) {
        silent.add(new RawHttp(service.port()));
      }
      try (RawHttp http = new RawHttp(service.port())) {
        http.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(http.read().status()).isEqualTo(404);
      }
      assertThat(silent.getFirst().isClosed()).isTrue();
    } finally {
      for (RawHttp http : silent) {
        http.close();
      }
    }
  }

  @Test
  void evictsLongestIdleConnectionsFirst() throws IOException {
    List<RawHttp> opened = new ArrayList<>();
    try {
      for (int each = 0; each < 2 * MAX_CONNECTIONS; each++) {
        opened.add(new RawHttp(service.port()));
      }
      for (RawHttp late : opened.subList(MAX_CONNECTIONS, 2 * MAX_CONNECTIONS)) {
        late.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(late.read().status()).isEqualTo(404);
      }
      for (RawHttp early : opened.subList(0, MAX_CONNECTIONS)) {
        assertThat(early.isClosed()).isTrue();
      }
    } finally {
      for (RawHttp http : opened) {
        http.close();
      }
    }
  }
}
