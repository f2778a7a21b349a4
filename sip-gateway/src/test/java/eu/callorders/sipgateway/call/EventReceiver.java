package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes the events that a gateway pushes to its service. */
final class EventReceiver {
  private final Vertx vertx = Vertx.vertx();
  private final BlockingQueue<GatewayEvent> events = new LinkedBlockingQueue<>();

  /** Listens, and returns the port. */
  int open() throws Exception {
    HttpServer server = vertx.createHttpServer().requestHandler(this::receive);
    return GatewayFixture.await(server.listen(0, "127.0.0.1")).actualPort();
  }

  private void receive(HttpServerRequest request) {
    request
        .body()
        .onSuccess(
            body -> {
              events.addAll(read(body.getBytes()));
              request.response().setStatusCode(204).end();
            });
  }

  private static List<GatewayEvent> read(byte[] body) {
    try {
      return GatewayEventDocument.readAll(GatewayJson.parse(body));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for an event of that type, and drops those before it. */
  <E extends GatewayEvent> E await(Class<E> type) throws InterruptedException {
    while (true) {
      GatewayEvent event = events.poll(60, TimeUnit.SECONDS);
      assertThat(event).as("an event " + type.getSimpleName()).isNotNull();
      if (type.isInstance(event)) {
        return type.cast(event);
      }
    }
  }

  /** The names of the next events, up to one of that type. */
  List<String> namesUpTo(Class<? extends GatewayEvent> type) throws InterruptedException {
    List<String> names = new ArrayList<>();
    while (names.isEmpty() || !names.getLast().equals(type.getSimpleName())) {
      GatewayEvent event = events.poll(60, TimeUnit.SECONDS);
      assertThat(event).as("an event after " + names).isNotNull();
      names.add(event.getClass().getSimpleName());
    }
    return names;
  }

  void close() throws Exception {
    GatewayFixture.await(vertx.close());
  }
}
