package eu.callorders.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.bench.Http;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ResponsesTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final Responses responses = new Responses();

  @Test
  void countsEveryResponseThatIsNoSuccessAsFailed() {
    for (int status : new int[] {200, 202, Http.LOST, 404, 429, 503}) {
      add(status);
    }

    assertThat(responses.count()).isEqualTo(6);
    assertThat(responses.failures())
        .extracting(failure -> failure.answer().status())
        .containsExactly(Http.LOST, 404, 429, 503);
  }

  @Test
  void findsTheFirstAcceptanceAfterAnInstant() throws InterruptedException {
    add(202);
    Instant promoted = Instant.now().plusNanos(1_000);
    Thread later =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!Instant.now().isAfter(promoted)) {
                    Thread.onSpinWait();
                  }
                  add(200);
                  add(202);
                });

    assertThat(responses.awaitAccepted(promoted, LIMIT)).isAfterOrEqualTo(promoted);
    later.join();
  }

  @Test
  void findsNoAcceptanceWithinTheLimit() throws InterruptedException {
    add(202);

    assertThat(responses.awaitAccepted(Instant.MAX, Duration.ofMillis(1))).isNull();
  }

  private void add(int status) {
    responses.add("GET /", Instant.now(), new Http.Answer(status, Http.JSON.createObjectNode()));
  }
}
