package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.EventSink;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers events to their consumer one batch at a time; the next one follows when the reply
 * confirms that the batch is stored. Confined to one event loop.
 */
final class Outbox implements EventSink {
  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);
  private static final Duration BACK_OFF = Duration.ofSeconds(1);
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(30);
  private static final int CONGESTION_LIMIT = 100_000;

  private final Vertx vertx;
  private final DeliveryOptions options =
      LocalCodec.options().setSendTimeout(REPLY_TIMEOUT.toMillis());
  private final Deque<GatewayEvent> waiting = new ArrayDeque<>();
  private final EventLog log;
  private boolean sending;

  Outbox(Vertx vertx, EventLog log) {
    this.vertx = vertx;
    this.log = log;
  }

  @Override
  public void accept(GatewayEvent event) {
    log.add(event);
    waiting.add(event);
    if (!sending) {
      sending = true;
      // Deferred, so that events of the same event loop turn share a batch.
      vertx.runOnContext(nothing -> send());
    }
  }

  @Override
  public void record(GatewayEvent event) {
    log.add(event);
  }

  @Override
  public boolean isCongested() {
    return waiting.size() >= CONGESTION_LIMIT;
  }

  private void send() {
    GatewayEventBatch batch =
        new GatewayEventBatch(waiting.stream().limit(GatewayEventBatch.MAX_EVENTS).toList());
    vertx
        .eventBus()
        .request(GatewayEventBatch.ADDRESS, batch, options)
        .onSuccess(stored -> removeStored(batch.events().size()))
        .onFailure(this::retryLater);
  }

  private void removeStored(int stored) {
    for (int i = 0; i < stored; i++) {
      waiting.remove();
    }
    if (waiting.isEmpty()) {
      sending = false;
    } else {
      send();
    }
  }

  private void retryLater(Throwable cause) {
    LOG.warn("gateway event batch was not stored, {} events waiting", waiting.size(), cause);
    vertx.setTimer(BACK_OFF.toMillis(), timer -> send());
  }
}
