package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.ProblemCode;
import java.util.Locale;

/** Checks of the members and headers that every problem has. */
final class ProblemAssertions {
  private ProblemAssertions() {}

  static void assertProblem(RawHttp.RawResponse response, int status, String code) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertDecorated(response);
    assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = response.json();
    assertThat(problem.path("code").asText()).isEqualTo(code);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("type").asText()).isEqualTo("urn:problem:call-orders:" + code);
    assertThat(problem.path("title").asText())
        .isEqualTo(ProblemCode.valueOf(code.toUpperCase(Locale.ROOT)).title());
    assertThat(problem.path("trace_id").asText()).isEqualTo(response.header("X-Request-Id"));
    assertThat(problem.path("instance").asText("/")).startsWith("/").doesNotContain("bad-request");
    assertThat(problem.has("detail")).isTrue();
  }

  static void assertDecorated(RawHttp.RawResponse response) {
    assertThat(response.headers())
        .containsKeys("x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
  }
}
