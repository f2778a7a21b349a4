package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.config.AgentSettings.OpenAi;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.WebSocketClient;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;

/** Connects with a speech model of OpenAI. */
final class RealtimeConnector implements AgentConnector {
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final int MAX_MESSAGE = 4 * 1024 * 1024;

  private final CallEnvironment environment;
  private final WebSocketClient client;
  private final OpenAi settings;

  RealtimeConnector(CallEnvironment environment) {
    this.environment = environment;
    this.settings = environment.settings().agent().openAi();
    this.client =
        WebSocketClients.create(
            environment.vertx(), environment.settings().tls().ca(), MAX_MESSAGE);
  }

  private String uri() {
    return settings.baseUrl().replaceFirst("^https:", "wss:").replaceFirst("/$", "")
        + "/realtime?model="
        + URLEncoder.encode(settings.model(), StandardCharsets.UTF_8);
  }

  /** The model must have accepted the settings of the conversation. */
  @Override
  public Future<RealtimeLink> connect(RemoteConversation conversation) {
    Promise<RealtimeLink> ready = Promise.promise();
    long timer =
        environment
            .vertx()
            .setTimer(MAX_WAIT.toMillis(), expired -> ready.tryFail("no answer in time"));
    client
        .connect(WebSocketClients.request(uri(), Objects.requireNonNull(settings.apiKey())))
        .onFailure(ready::tryFail)
        .onSuccess(
            socket -> {
              RealtimeLink link = new RealtimeLink(environment.vertx(), conversation, socket);
              conversation.report().whenReported().onComplete(done -> link.close());
              ready.future().onFailure(late -> link.close());
              link.open(settings.voice())
                  .onSuccess(accepted -> ready.tryComplete(link))
                  .onFailure(ready::tryFail);
            });
    return ready.future().onComplete(done -> environment.vertx().cancelTimer(timer));
  }
}
