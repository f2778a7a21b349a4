package eu.callorders.gatewaykit.server;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.SignatureHeaders;
import eu.callorders.gatewaykit.store.CallStore;
import eu.callorders.gatewaykit.store.DurableCallRegistry;
import eu.callorders.gatewaykit.store.StoredEventLog.LogPage;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
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
  private static final String METADATA_KEY = "pushed";
  private static final Duration INITIAL_BACKOFF = Duration.ofMillis(200);
  private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final HttpClient client;
  private final RequestOptions target;
  private final MessageSignature signature;
  private final InstantSource clock;
  private final CallStore store;
  private final DurableCallRegistry registry;
  private final String storeId;
  private long pushed;
  private long durableUpTo;
  private int failures;
  private boolean sending;
  private boolean stopped;

  EventPusher(
      Vertx vertx,
      URI callback,
      ProtocolContext protocol,
      CallStore store,
      DurableCallRegistry registry) {
    this.vertx = vertx;
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions().setConnectTimeout((int) RESPONSE_TIMEOUT.toMillis()));
    this.target =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setAbsoluteURI(callback.toString())
            .setFollowRedirects(false)
            .setIdleTimeout(RESPONSE_TIMEOUT.toMillis());
    this.signature = protocol.signature();
    this.clock = protocol.clock();
    this.store = store;
    this.registry = registry;
    this.storeId = protocol.storeId();
    byte[] note = store.metadata().get(METADATA_KEY);
    this.pushed = note == null ? 0 : ByteBuffer.wrap(note).getLong();
    this.durableUpTo = store.log().newestSequence();
  }

  /** The log is durable up to that sequence. */
  void durableUpTo(long newest) {
    durableUpTo = newest;
    push();
  }

  /** Sends the next batch unless one is in flight. */
  void push() {
    if (sending || stopped || pushed >= durableUpTo) {
      return;
    }
    sending = true;
    LogPage page = store.log().pushPage(pushed, durableUpTo, GatewayEventDocument.MAX_EVENTS);
    if (page.events().isEmpty()) {
      batchStored(page);
      return;
    }
    send(page)
        .onSuccess(
            status -> {
              if (status / 100 == 2) {
                batchStored(page);
              } else {
                retryLater(page, "status " + status);
              }
            })
        .onFailure(cause -> retryLater(page, cause.toString()));
  }

  void stop() {
    stopped = true;
    client.close();
  }

  private Future<Integer> send(LogPage page) {
    byte[] body = page.array();
    String id = "events-" + storeId + "-" + (pushed + 1) + "-" + page.last();
    return client
        .request(new RequestOptions(target))
        .compose(
            request -> {
              SignatureHeaders.sign(request, signature, id, clock.instant(), body);
              return request
                  .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                  .send(Buffer.buffer(body))
                  .compose(response -> response.end().map(response.statusCode()));
            })
        .timeout(RESPONSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  private void batchStored(LogPage page) {
    sending = false;
    failures = 0;
    pushed = page.last();
    byte[] note = ByteBuffer.allocate(Long.BYTES).putLong(pushed).array();
    registry.addChange(target -> target.metadata().put(METADATA_KEY, note));
    push();
  }

  private void retryLater(LogPage page, String reason) {
    if (stopped) {
      return;
    }
    if (failures == 0) {
      LOG.warn("event delivery failed, {} events waiting: {}", page.events().size(), reason);
    }
    long pause = INITIAL_BACKOFF.toMillis() << Math.min(failures, 10);
    failures++;
    vertx.setTimer(
        Math.min(pause, MAX_BACKOFF.toMillis()),
        timer -> {
          sending = false;
          push();
        });
  }
}
