package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gateway test} of the embedded simulator. */
class GatewayTestCommandTest {
  /** Answers, although the test expects a busy line. */
  private static final String ANSWERS = "+493023125321";

  private final StringWriter out = new StringWriter();

  @TempDir private Path directory;

  @Test
  void failedCheckShowsPhoneExpectationAndResult() {
    assertThat(run("--busy", ANSWERS)).isEqualTo(1);

    assertThat(out.toString())
        .contains(
            """
            FAILED   a call to a number that is busy ends as busy
                     dialed: +493023125321
                     checked: it ended as
                     expected: BUSY
                     came: ANSWERED
            """)
        .contains(" 1 failed, ");
  }

  @Test
  void printsJson() {
    assertThat(run("--busy", ANSWERS, "--json")).isEqualTo(1);

    JsonNode report = Json.parse(out.toString());
    assertThat(report.path("failed").asInt()).isEqualTo(1);
    JsonNode failed =
        Json.items(report.path("checks"))
            .filter(check -> check.path("result").asText().equals("failed"))
            .findFirst()
            .orElseThrow();
    assertThat(failed.at("/dialed/0").asText()).isEqualTo(ANSWERS);
    assertThat(failed.path("expected").asText()).isEqualTo("BUSY");
    assertThat(failed.path("came").asText()).isEqualTo("ANSWERED");
  }

  private int run(String... options) {
    return CommandLine.of(Map.of("CALLORDERS_DATA_DIR", directory.resolve("data").toString()))
        .setOut(new PrintWriter(out))
        .execute(
            Stream.concat(Stream.of("gateway", "test"), Stream.of(options)).toArray(String[]::new));
  }
}
