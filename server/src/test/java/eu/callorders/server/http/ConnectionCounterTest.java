package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import eu.callorders.server.Await;
import eu.callorders.server.network.Cidr;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionCounterTest {
  private static final String OTHER_ADDRESS = "127.0.0.2";
  private static final int MAX = 5;

  @Test
  void countsOpenConnectionsByAddress() {
    ConnectionCounter open = new ConnectionCounter(2, List.of());
    assertThat(open.opened("192.0.2.1")).isFalse();
    assertThat(open.opened("192.0.2.1")).isFalse();
    assertThat(open.opened("192.0.2.1")).isTrue();
    assertThat(open.opened("192.0.2.2")).isFalse();
    open.closed("192.0.2.1");
    open.closed("192.0.2.1");
    assertThat(open.opened("192.0.2.1")).isFalse();
    open.closed("192.0.2.1");
    open.closed("192.0.2.1");
    open.closed("192.0.2.2");
    assertThat(open.addresses()).isZero();
  }

  @Test
  void countsIpv6NetworkAsOneAddress() {
    ConnectionCounter open = new ConnectionCounter(1, List.of());
    open.opened("2001:db8:0:1::1");
    assertThat(open.opened("2001:db8:0:1:ffff::2")).isTrue();
    assertThat(open.opened("2001:db8:0:2::1")).isFalse();
  }

  @Test
  void doesNotCountTrustedProxy() {
    ConnectionCounter open = new ConnectionCounter(1, List.of(Cidr.parse("10.0.0.0/8")));
    open.opened("10.1.2.3");
    assertThat(open.opened("10.1.2.3")).isFalse();
    assertThat(open.addresses()).isZero();
  }

  @Test
  void addressAtLimitLosesOnlyItsOwnConnections() throws IOException {
    assumeTrue(canSpeakFrom(OTHER_ADDRESS), "one loopback address only");
    ConnectionCounter open = new ConnectionCounter(MAX, List.of());
    List<RawHttp> all = new ArrayList<>();
    try (ApiFixture api = new ApiFixture(open, 1000)) {
      RawHttp early = new RawHttp(api.port, OTHER_ADDRESS);
      all.add(early);
      for (int each = 0; each < 2 * MAX; each++) {
        all.add(new RawHttp(api.port));
      }
      for (RawHttp closed : all.subList(1, 1 + MAX)) {
        assertThat(closed.isClosed()).isTrue();
      }
      for (RawHttp kept : all.subList(1 + MAX, all.size())) {
        assertServed(kept);
      }
      assertServed(early);
      assertThat(open.evictedCount()).isEqualTo(MAX);
    } finally {
      close(all);
    }
  }

  @Test
  void removesConnectionsClosedAtOnce() throws IOException {
    ConnectionCounter open = new ConnectionCounter(1000, List.of());
    try (ApiFixture api = new ApiFixture(open, 1000)) {
      for (int each = 0; each < 300; each++) {
        try (Socket socket = new Socket("127.0.0.1", api.port)) {
          socket.setSoLinger(true, each % 2 == 0 ? 0 : 1);
        }
      }
      try (RawHttp last = new RawHttp(api.port)) {
        assertServed(last);
      }
      Await.until("no address is counted", () -> open.addresses() == 0);
    }
  }

  /** The other connections are idle, wait with a body, or owe the rest of one after the reply. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /anonymous HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n"
            + "Expect: 100-continue\r\n\r\n",
        "POST /v1/call-orders HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
      })
  void closesConnectionsWithoutAuthenticationFirst(String request) throws IOException {
    ConnectionCounter open = new ConnectionCounter(MAX, List.of());
    List<RawHttp> all = new ArrayList<>();
    try (ApiFixture api = new ApiFixture(open, 1000)) {
      RawHttp authenticated = new RawHttp(api.port);
      all.add(authenticated);
      assertAuthenticated(authenticated);
      for (int each = 1; each < MAX; each++) {
        RawHttp anonymous = new RawHttp(api.port);
        all.add(anonymous);
        anonymous.write(request);
        anonymous.read();
      }
      for (int each = 1; each < MAX; each++) {
        RawHttp newcomer = new RawHttp(api.port);
        all.add(newcomer);
        assertAuthenticated(newcomer);
      }
      for (RawHttp closed : all.subList(1, MAX)) {
        assertThat(closed.isClosed()).isTrue();
      }
      assertAuthenticated(authenticated);
      assertThat(open.evictedCount()).isEqualTo(MAX - 1);
    } finally {
      close(all);
    }
  }

  private static void assertAuthenticated(RawHttp http) throws IOException {
    http.write(
        "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + ApiFixture.ALL_SCOPES
            + "\r\n\r\n");
    assertThat(http.read().status()).isEqualTo(200);
  }

  /** A connection with a head but without its body is not idle. */
  @Test
  void closesNewConnectionWhenAddressIsBusy() throws IOException {
    ConnectionCounter open = new ConnectionCounter(MAX, List.of());
    List<RawHttp> all = new ArrayList<>();
    try (ApiFixture api = new ApiFixture(open, 1000)) {
      occupy(api, MAX, all);
      try (RawHttp newcomer = new RawHttp(api.port)) {
        assertThat(newcomer.isClosed()).isTrue();
      }
      finish(all);
    } finally {
      close(all);
    }
  }

  @Test
  void closesNewConnectionWhenInstanceIsBusy() throws IOException {
    List<RawHttp> all = new ArrayList<>();
    try (ApiFixture api = new ApiFixture(ConnectionCounter.unlimited(), MAX)) {
      occupy(api, MAX, all);
      try (RawHttp newcomer = new RawHttp(api.port)) {
        assertThat(newcomer.isClosed()).isTrue();
      }
      finish(all);
    } finally {
      close(all);
    }
  }

  private static void occupy(ApiFixture api, int connections, List<RawHttp> all)
      throws IOException {
    for (int each = 0; each < connections; each++) {
      RawHttp http = new RawHttp(api.port);
      all.add(http);
      http.write(
          "POST /v1/call-orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + ApiFixture.ALL_SCOPES
              + "\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n"
              + "Content-Length: 2\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(100);
    }
  }

  private static void finish(List<RawHttp> busy) throws IOException {
    for (RawHttp http : busy) {
      http.write("{}");
      assertThat(http.read().status()).isEqualTo(422);
    }
  }

  private static void assertServed(RawHttp http) throws IOException {
    http.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    assertThat(http.read().status()).isEqualTo(404);
  }

  private static void close(List<RawHttp> all) throws IOException {
    for (RawHttp http : all) {
      http.close();
    }
  }

  private static boolean canSpeakFrom(String address) {
    try (Socket socket = new Socket()) {
      socket.bind(new java.net.InetSocketAddress(InetAddress.getByName(address), 0));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
