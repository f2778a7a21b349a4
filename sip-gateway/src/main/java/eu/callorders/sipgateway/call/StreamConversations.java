package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.GatewaySentences;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import io.vertx.core.Future;
import io.vertx.core.http.WebSocketClient;
import io.vertx.core.http.WebSocketClientOptions;
import io.vertx.core.http.WebSocketConnectOptions;
import io.vertx.core.net.PemTrustOptions;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversations with agents at a WebSocket. Confined to the event loop. */
final class StreamConversations implements ConversationFactory {
  private static final int CONNECT_MILLIS = 3_000;
  private static final int MAX_REPORTED = 10_000;
  private static final int MAX_MESSAGE = 256 * 1024;

  private final CallEnvironment environment;
  private final WebSocketClient client;
  private final String uri;
  private final String token;
  private final Map<UUID, StreamConversation> conversations = new HashMap<>();
  private final Map<UUID, Boolean> ended =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<UUID, Boolean> eldest) {
          return size() > MAX_REPORTED;
        }
      };

  StreamConversations(CallEnvironment environment) {
    SipGatewaySettings settings = environment.settings();
    this.environment = environment;
    this.uri = Objects.requireNonNull(settings.agent().target());
    this.token = Objects.requireNonNull(settings.agent().token());
    WebSocketClientOptions options =
        new WebSocketClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setMaxMessageSize(MAX_MESSAGE)
            .setVerifyHost(true);
    Path authorities = settings.tls().ca();
    if (authorities != null) {
      options.setTrustOptions(new PemTrustOptions().addCertPath(authorities.toString()));
    }
    this.client = environment.vertx().createWebSocketClient(options);
  }

  String token() {
    return token;
  }

  /** Null when the agent has nothing to do with that call. */
  @Nullable StreamConversation find(UUID attemptId) {
    return conversations.get(attemptId);
  }

  /** Whether the conversation was reported. */
  boolean hasEnded(UUID attemptId) {
    return ended.containsKey(attemptId);
  }

  @Override
  public String language(PlaceCall call) {
    return new GatewaySentences(call.locale()).language();
  }

  @Override
  public Future<Conversation> open(CallJournal journal) {
    UUID attemptId = journal.call().attemptId();
    return client
        .connect(
            new WebSocketConnectOptions()
                .setAbsoluteURI(uri)
                .setTimeout(CONNECT_MILLIS)
                .addHeader("Authorization", "Bearer " + token))
        .map(
            socket -> {
              StreamConversation opened =
                  new StreamConversation(journal, environment, language(journal.call()), socket);
              conversations.put(attemptId, opened);
              opened
                  .report()
                  .whenReported()
                  .onComplete(
                      done -> {
                        conversations.remove(attemptId);
                        ended.put(attemptId, true);
                      });
              return opened;
            });
  }
}
