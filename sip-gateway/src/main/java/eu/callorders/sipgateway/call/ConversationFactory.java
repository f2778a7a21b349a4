package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import io.vertx.core.Future;

/** Finds an agent for each call. */
interface ConversationFactory {

  /** Language of the call's disclosure. */
  String language(PlaceCall call);

  /** Fails when no agent is there. */
  Future<Conversation> open(CallJournal journal);
}
