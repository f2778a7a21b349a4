package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.GatewaySentences;
import eu.callorders.sipgateway.call.CallPreparation.IncompleteException;
import eu.callorders.sipgateway.sip.LruMap;
import io.vertx.core.Future;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversations with agents outside of the gateway. Confined to the event loop. */
final class RemoteConversations implements ConversationFactory {
  private static final int MAX_REPORTED = 10_000;

  private final CallEnvironment environment;
  private final AgentConnector connector;
  private final AgentStatistics statistics;
  private final Map<UUID, RemoteConversation> conversations = new HashMap<>();
  private final Map<UUID, Boolean> ended = new LruMap<>(MAX_REPORTED);

  RemoteConversations(
      CallEnvironment environment, AgentConnector connector, AgentStatistics statistics) {
    this.environment = environment;
    this.connector = connector;
    this.statistics = statistics;
  }

  /** Null when the agent has nothing to do with that call. */
  @Nullable RemoteConversation find(UUID attemptId) {
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
    RemoteConversation conversation =
        new RemoteConversation(journal, environment, statistics, language(journal.call()));
    return connector
        .connect(conversation)
        .map(link -> register(conversation, link))
        .onFailure(
            fault -> {
              if (!(fault instanceof IncompleteException)) {
                statistics.unavailable();
              }
            });
  }

  private Conversation register(RemoteConversation conversation, AgentLink link) {
    UUID attemptId = conversation.call().attemptId();
    conversation.use(link);
    conversations.put(attemptId, conversation);
    conversation
        .report()
        .whenReported()
        .onComplete(
            done -> {
              conversations.remove(attemptId);
              ended.put(attemptId, true);
            });
    return conversation;
  }
}
