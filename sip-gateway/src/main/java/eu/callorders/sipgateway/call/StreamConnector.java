package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.config.AgentSettings;
import io.vertx.core.Future;
import io.vertx.core.http.WebSocketClient;
import java.util.Objects;

/** Connects with an agent at a WebSocket. */
final class StreamConnector implements AgentConnector {
  private static final int MAX_MESSAGE = 256 * 1024;

  private final WebSocketClient client;
  private final String uri;
  private final String token;

  StreamConnector(CallEnvironment environment) {
    AgentSettings agent = environment.settings().agent();
    this.uri = Objects.requireNonNull(agent.target());
    this.token = Objects.requireNonNull(agent.token());
    this.client =
        WebSocketClients.create(
            environment.vertx(), environment.settings().tls().ca(), MAX_MESSAGE);
  }

  @Override
  public Future<StreamLink> connect(RemoteConversation conversation) {
    return client
        .connect(WebSocketClients.request(uri, token))
        .map(
            socket -> {
              StreamLink link = new StreamLink(conversation, socket);
              link.open();
              return link;
            });
  }
}
