package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The header of a delivery is held against its body. */
class WebhookReceiverTest {
  private WebhookReceiver receiver;

  @BeforeEach
  void start() throws IOException {
    receiver = WebhookReceiver.start();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @Test
  void takesAnEventUnderItsIdentifier() throws Exception {
    deliver("evt_1", "evt_1");

    assertThat(receiver.received()).containsExactly("evt_1");
    assertThat(receiver.faults()).isEmpty();
  }

  @Test
  void findsAHeaderThatNamesAnotherEvent() throws Exception {
    deliver("evt_2", "evt_1");

    assertThat(receiver.faults()).containsExactly("event evt_1 came as webhook-id evt_2");
  }

  private void deliver(String header, String event) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://" + receiver.target() + "/"))
            .header("webhook-id", header)
            .POST(BodyPublishers.ofString("{\"id\": \"" + event + "\", \"type\": \"call.ended\"}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(204);
    }
  }
}
