package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.wire.GatewayEventDocument;
import eu.callorders.simulator.standalone.CallStore.LogPage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes the log to the service in order: one signed batch at a time, repeated until the service
 * has stored it. The position survives restarts. Confined to one event loop.
 */
final class EventPusher {
  private static final Logger LOG = LoggerFactory.getLogger(EventPusher.class);
  private static final String NOTE = "pushed";
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final HttpClient client;
  private final RequestOptions target;
  private final MessageSignature signature;
  private final InstantSource clock;
  private final CallStore store;
  private final DurableCallRegistry book;
  private final String storeId;
  private long pushed;
  private long durable;
  private int failures;
  private boolean busy;
  private boolean stopped;

  EventPusher(
      Vertx vertx,
      URI callback,
      ProtocolContext protocol,
      CallStore store,
      DurableCallRegistry book) {
    this.vertx = vertx;
    this.client = vertx.createHttpClient();
    this.target =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(callback.toString())
            .setFollowRedirects(false)
            .setConnectTimeout(ANSWER.toMillis())
            .setIdleTimeout(ANSWER.toMillis());
    this.signature = protocol.signature();
    this.clock = protocol.clock();
    this.store = store;
    this.book = book;
    this.storeId = protocol.storeId();
    byte[] note = store.note(NOTE);
    this.pushed = note == null ? 0 : ByteBuffer.wrap(note).getLong();
    this.durable = store.newest();
  }

  /** The log is durable up to that sequence. */
  void durable(long newest) {
    durable = newest;
    push();
  }

  /** Sends the next batch unless one is in flight. */
  void push() {
    if (busy || stopped || pushed >= durable) {
      return;
    }
    busy = true;
    LogPage page = store.pushPage(pushed, durable, GatewayEventDocument.MOST);
    if (page.events().isEmpty()) {
      stored(page);
      return;
    }
    send(page)
        .onSuccess(
            status -> {
              if (status / 100 == 2) {
                stored(page);
              } else {
                later(page, "status " + status);
              }
            })
        .onFailure(cause -> later(page, cause.toString()));
  }

  void stop() {
    stopped = true;
    client.close();
  }

  private Future<Integer> send(LogPage page) {
    byte[] body = Json.array(page.events());
    String id = "events-" + storeId + "-" + (pushed + 1) + "-" + page.last();
    Instant now = clock.instant();
    return client
        .request(new RequestOptions(target))
        .compose(
            request ->
                signed(request, id, now, body)
                    .send(Buffer.buffer(body))
                    .compose(response -> response.end().map(response.statusCode())))
        .timeout(ANSWER.toSeconds(), TimeUnit.SECONDS);
  }

  private HttpClientRequest signed(HttpClientRequest request, String id, Instant now, byte[] body) {
    return request
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
        .putHeader(MessageSignature.ID_HEADER, id)
        .putHeader(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now))
        .putHeader(MessageSignature.SIGNATURE_HEADER, signature.sign(id, now, body));
  }

  private void stored(LogPage page) {
    busy = false;
    failures = 0;
    pushed = page.last();
    byte[] note = ByteBuffer.allocate(Long.BYTES).putLong(pushed).array();
    book.change(target -> target.note(NOTE, note));
    push();
  }

  private void later(LogPage page, String reason) {
    if (stopped) {
      return;
    }
    if (failures == 0) {
      LOG.warn("event delivery failed, {} events waiting: {}", page.events().size(), reason);
    }
    long pause = FIRST_PAUSE.toMillis() << Math.min(failures, 10);
    failures++;
    vertx.setTimer(
        Math.min(pause, LONGEST_PAUSE.toMillis()),
        timer -> {
          busy = false;
          push();
        });
  }
}
