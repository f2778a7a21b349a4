package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.KeypadAgent;
import io.vertx.core.Future;
import java.time.ZoneOffset;

/** Conversations by keys. */
record KeypadConversations(CallEnvironment environment) implements ConversationFactory {

  @Override
  public String language(PlaceCall call) {
    return agent(call).language();
  }

  @Override
  public Future<Conversation> open(CallJournal journal) {
    return Future.succeededFuture(
        new KeypadConversation(journal, environment, agent(journal.call())));
  }

  private KeypadAgent agent(PlaceCall call) {
    return new KeypadAgent(
        call.briefing(),
        call.locale(),
        call.reportTime(environment.clock().instant()).atZone(ZoneOffset.UTC).toLocalDate());
  }
}
