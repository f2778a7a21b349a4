package eu.callorders.server.cli.events;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookSigningException;
import eu.callorders.client.ExchangeListener;
import eu.callorders.client.HttpTransport;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.json.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Posts events to a receiver as webhooks and prints each answer. */
final class WebhookForwarder {
  private static final Duration TIMEOUT = Duration.ofSeconds(15); // of the service's webhooks
  private static final int ATTEMPTS = 3;
  private static final int FIRST_REFUSAL = 300;

  private final HttpTransport http =
      new HttpTransport(
          HttpClient.newBuilder()
              .version(HttpClient.Version.HTTP_1_1)
              .connectTimeout(Duration.ofSeconds(5))
              .build(),
          TIMEOUT,
          ExchangeListener.NONE);
  private final URI target;
  private final Webhook signer;
  private final InstantSource clock;
  private final ApiSession session;

  /** Read by the thread that ends the process. */
  private volatile String previous;

  /**
   * @param start the position before the first event
   */
  WebhookForwarder(
      URI target, String secret, InstantSource clock, ApiSession session, String start) {
    this.target = target;
    this.signer = new Webhook(secret);
    this.clock = clock;
    this.session = session;
    this.previous = start;
  }

  /** The event that was forwarded last: the next one begins behind it. */
  String previous() {
    return previous;
  }

  /** Posts an event, up to three times until the receiver accepts it. */
  void forward(FeedEvent event) {
    String id = event.id();
    boolean accepted = false;
    for (int attempt = 1; attempt <= ATTEMPTS && !accepted; attempt++) {
      accepted = post(event, attempt);
      if (!accepted && attempt < ATTEMPTS) {
        pause(attempt);
      }
    }
    if (!accepted) {
      session.remark("skipped %s; start again with it: --from %s".formatted(id, previous));
    }
    previous = id;
  }

  private boolean post(FeedEvent event, int attempt) {
    long start = System.nanoTime();
    String answer;
    boolean accepted = false;
    try {
      int status = http.exchange(request(event)).statusCode();
      accepted = status < FIRST_REFUSAL;
      answer = Integer.toString(status);
    } catch (UnreachableException e) {
      answer = "no answer: " + e.reason().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    long milliseconds = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    session.printLine(
        Json.object()
            .put("event_id", event.id())
            .put("type", event.type())
            .put("attempt", attempt)
            .put("answer", answer)
            .put("accepted", accepted)
            .put("duration_ms", milliseconds),
        "%s  -> %s in %d ms".formatted(EventFormatter.line(event.json()), answer, milliseconds));
    return accepted;
  }

  private HttpRequest request(FeedEvent event) {
    String id = event.id();
    String body = event.text();
    long timestamp = clock.instant().getEpochSecond();
    try {
      return HttpRequest.newBuilder(target)
          .header("Content-Type", "application/json")
          .header("User-Agent", "call-orders-webhooks/1")
          .header("webhook-id", id)
          .header("webhook-timestamp", Long.toString(timestamp))
          .header("webhook-signature", signer.sign(id, timestamp, body))
          .POST(HttpRequest.BodyPublishers.ofString(body))
          .build();
    } catch (WebhookSigningException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void pause(int attempt) {
    try {
      TimeUnit.SECONDS.sleep(attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
