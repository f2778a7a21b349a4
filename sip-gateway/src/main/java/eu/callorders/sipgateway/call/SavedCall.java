package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.call.CallState;
import eu.callorders.gatewaykit.store.StoredJson;
import eu.callorders.sipgateway.sip.Dialog;
import org.jspecify.annotations.Nullable;

/**
 * What the next process needs to end a call, stored before its INVITE leaves.
 *
 * @param trunk name of the trunk; null when diverted without one
 * @param answered whether a 2xx has come
 * @param ringing whether a 18x has come
 * @param stopped whether the service has canceled the call
 * @param disclosed whether the disclosure was spoken to its end
 * @param language of the report
 * @param agent the leg to an agent; null without one
 */
record SavedCall(
    Dialog dialog,
    @Nullable String trunk,
    boolean answered,
    boolean ringing,
    boolean stopped,
    boolean disclosed,
    String language,
    @Nullable AgentLeg agent)
    implements CallState {

  /**
   * The leg to an agent.
   *
   * @param answered whether a 2xx has come
   */
  record AgentLeg(Dialog dialog, boolean answered) {}

  /** The disclosure is not spoken, and there is no agent yet. */
  static SavedCall of(
      Dialog dialog,
      @Nullable String trunk,
      CallProgress progress,
      boolean answered,
      String language) {
    return new SavedCall(
        dialog, trunk, answered, progress.rang(), progress.stopped(), false, language, null);
  }

  /** With what an earlier state of the call says of the disclosure and the agent. */
  SavedCall continuing(SavedCall earlier) {
    return new SavedCall(
        dialog, trunk, answered, ringing, stopped, earlier.disclosed, language, earlier.agent);
  }

  SavedCall withDialog(Dialog changed) {
    return new SavedCall(changed, trunk, answered, ringing, stopped, disclosed, language, agent);
  }

  SavedCall withStop() {
    return new SavedCall(dialog, trunk, answered, ringing, true, disclosed, language, agent);
  }

  SavedCall withDisclosure() {
    return new SavedCall(dialog, trunk, answered, ringing, stopped, true, language, agent);
  }

  SavedCall withAgent(AgentLeg leg) {
    return new SavedCall(dialog, trunk, answered, ringing, stopped, disclosed, language, leg);
  }

  @Override
  public byte[] encode() {
    return StoredJson.write(this);
  }

  static @Nullable SavedCall decode(byte @Nullable [] state) {
    return state == null ? null : StoredJson.read(state, SavedCall.class);
  }
}
