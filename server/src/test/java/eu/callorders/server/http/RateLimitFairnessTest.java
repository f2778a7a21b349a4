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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One registration that floods, over many connections, and another that does not. */
class RateLimitFairnessTest {
  private static final int CONNECTIONS = 32;
  private static final int REQUESTS = 20;
  private static final int BURST = 100;
  private static final int NEIGHBOURS_BURST = 101;

  private static ApiFixture api;

  @BeforeAll
  static void start() {
    api = new ApiFixture(4); // its clock stands still: no token comes back
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @Test
  void letsExactlyTheBurstThroughAndStarvesNobodyElse() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<RawHttp.RawResponse> flood = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<RawHttp.RawResponse>>> flooding = new ArrayList<>();
      for (int each = 0; each < CONNECTIONS; each++) {
        flooding.add(threads.submit(requests("hundred", REQUESTS)));
      }
      Future<List<RawHttp.RawResponse>> goesOn =
          threads.submit(
              () -> {
                List<RawHttp.RawResponse> answers = new ArrayList<>();
                while (!over.get()) {
                  answers.addAll(requests("hundred", 1).call());
                }
                return answers;
              });
      List<RawHttp.RawResponse> neighbour = requests("neighbour", NEIGHBOURS_BURST).call();
      over.set(true);
      flood.addAll(goesOn.get());
      for (Future<List<RawHttp.RawResponse>> each : flooding) {
        flood.addAll(each.get());
      }
      assertThat(neighbour).extracting(RawHttp.RawResponse::status).containsOnly(200);
      assertThat(neighbour.getLast().header("RateLimit-Remaining")).isEqualTo("0");
    }
    assertThat(flood).hasSizeGreaterThanOrEqualTo(CONNECTIONS * REQUESTS);
    assertThat(flood).extracting(RawHttp.RawResponse::status).containsOnly(200, 429);
    List<RawHttp.RawResponse> passed = flood.stream().filter(it -> it.status() == 200).toList();
    List<RawHttp.RawResponse> refused = flood.stream().filter(it -> it.status() == 429).toList();
    assertThat(passed).hasSize(BURST);
    assertThat(passed).extracting(it -> it.header("RateLimit-Remaining")).doesNotHaveDuplicates();
    assertThat(refused)
        .allSatisfy(
            answer -> {
              assertThat(answer.header("RateLimit-Limit")).isEqualTo("100");
              assertThat(answer.header("RateLimit-Remaining")).isEqualTo("0");
              assertThat(answer.header("RateLimit-Reset")).isEqualTo("100");
              assertThat(answer.header("Retry-After")).isEqualTo("1");
            });
  }

  private static Callable<List<RawHttp.RawResponse>> requests(String token, int times) {
    String request = "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + token;
    return () -> {
      List<RawHttp.RawResponse> answers = new ArrayList<>();
      try (RawHttp http = new RawHttp(api.port)) {
        for (int each = 0; each < times; each++) {
          http.write(request + "\r\n\r\n");
          answers.add(http.read());
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return answers;
    };
  }
}
