package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Future;

/**
 * What is said in a call, by the gateway and an agent. It exists before the call is dialed; {@link
 * #start} begins it, {@link #stop} ends it. Confined to the event loop.
 */
interface Conversation {

  /** What a call must know of its conversation. */
  interface Listener {
    /** The disclosure was spoken to its end. */
    void onDisclosed();

    /** The person objects to calls. */
    void onObjection();

    /** A machine has answered. */
    void onMachine();

    /** The agent has said everything. */
    void onFinished();

    /** The agent has a leg of its own; completes when it is on disk. */
    Future<Void> onAgentLeg(SavedCall.AgentLeg leg);

    /** The gateway cannot speak, or the agent was lost. */
    void onFault(String why);
  }

  /** Language of the disclosure and the report. */
  String language();

  /** The agent is lost from now on; runs at most once, and not after {@link #start}. */
  void whenLost(Runnable action);

  /**
   * The call was answered.
   *
   * @param disclosure samples of the first sentence
   */
  void start(RtpSession sound, short[] disclosure, Listener listener);

  void onKey(char key);

  /** The first seconds of sound prove a machine, to a conversation that looks for one. */
  default void onVoicemail() {}

  /** The call has ended, or is not dialed: nothing more is said. */
  void stop();

  /**
   * Reports a conversation that was stopped.
   *
   * @param disclosed whether the disclosure was spoken to its end
   * @return completes when nothing more will be reported
   */
  Future<Void> report(boolean disclosed);
}
