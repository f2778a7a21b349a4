package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One registration floods over many connections; another one is not affected. */
class RateLimitFairnessTest {
  private static final int CONNECTIONS = 32;
  private static final int REQUESTS = 20;
  private static final int BURST = 100;
  private static final int NEIGHBOR_BURST = 101;

  @AutoClose private static ApiFixture api;

  @BeforeAll
  static void start() {
    api = new ApiFixture(4); // its clock is stopped: no token is refilled
  }

  @Test
  void floodGetsExactlyTheBurstAndOthersAreServed() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<RawHttp.RawResponse> flood = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<RawHttp.RawResponse>>> flooding = new ArrayList<>();
      for (int each = 0; each < CONNECTIONS; each++) {
        flooding.add(threads.submit(requests("hundred", REQUESTS)));
      }
      Future<List<RawHttp.RawResponse>> ongoing =
          threads.submit(
              () -> {
                List<RawHttp.RawResponse> responses = new ArrayList<>();
                while (!over.get()) {
                  responses.addAll(requests("hundred", 1).call());
                }
                return responses;
              });
      List<RawHttp.RawResponse> neighbor = requests("neighbor", NEIGHBOR_BURST).call();
      over.set(true);
      flood.addAll(ongoing.get());
      for (Future<List<RawHttp.RawResponse>> each : flooding) {
        flood.addAll(each.get());
      }
      assertThat(neighbor).extracting(RawHttp.RawResponse::status).containsOnly(200);
      assertThat(neighbor.getLast().header("RateLimit-Remaining")).isEqualTo("0");
    }
    assertThat(flood).hasSizeGreaterThanOrEqualTo(CONNECTIONS * REQUESTS);
    assertThat(flood).extracting(RawHttp.RawResponse::status).containsOnly(200, 429);
    List<RawHttp.RawResponse> passed = flood.stream().filter(it -> it.status() == 200).toList();
    List<RawHttp.RawResponse> refused = flood.stream().filter(it -> it.status() == 429).toList();
    assertThat(passed).hasSize(BURST);
    assertThat(passed).extracting(it -> it.header("RateLimit-Remaining")).doesNotHaveDuplicates();
    assertThat(refused)
        .allSatisfy(
            response -> {
              assertThat(response.header("RateLimit-Limit")).isEqualTo("100");
              assertThat(response.header("RateLimit-Remaining")).isEqualTo("0");
              assertThat(response.header("RateLimit-Reset")).isEqualTo("100");
              assertThat(response.header("Retry-After")).isEqualTo("1");
            });
  }

  private static Callable<List<RawHttp.RawResponse>> requests(String token, int times) {
    String request = "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token;
    return () -> {
      List<RawHttp.RawResponse> responses = new ArrayList<>();
      try (RawHttp http = new RawHttp(api.port)) {
        for (int each = 0; each < times; each++) {
          http.write(request + "\r\n\r\n");
          responses.add(http.read());
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return responses;
    };
  }
}
