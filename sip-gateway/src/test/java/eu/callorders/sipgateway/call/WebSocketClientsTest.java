package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.WebSocket;
import io.vertx.core.http.WebSocketClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketClientsTest {
  private static final int CALLS = 120;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    await(vertx.close());
  }

  @Test
  void eachOfManyCallsHasItsConnection() throws Exception {
    HttpServer server =
        await(
            vertx
                .createHttpServer()
                .webSocketHandler(socket -> socket.writeTextMessage("ready"))
                .listen(0, "127.0.0.1"));
    WebSocketClient client = WebSocketClients.create(vertx, null, 1024);
    String uri = "ws://127.0.0.1:" + server.actualPort() + "/";
    List<Future<WebSocket>> connections = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      connections.add(client.connect(WebSocketClients.request(uri, "token")));
    }
    await(Future.join(connections));

    assertThat(connections).allMatch(Future::succeeded);
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }
}
