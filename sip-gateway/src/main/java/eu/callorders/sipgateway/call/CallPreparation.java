package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.call.Trunks.Candidate;
import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a call needs before anything is dialed.
 *
 * @param conversation with an agent
 * @param disclosure its samples
 * @param candidates addresses, at least one
 * @param sound with a port of its own
 */
record CallPreparation(
    Conversation conversation, Samples disclosure, List<Candidate> candidates, RtpSession sound) {
  private static final Duration PORTS_RETRY = Duration.ofSeconds(5);

  CallPreparation {
    candidates = List.copyOf(candidates);
  }

  /** Rendered speech. */
  interface Samples {
    short[] samples();
  }

  /** Something is missing. */
  static final class IncompleteException extends Exception {
    private static final long serialVersionUID = 1L;

    private final RefusalReason reason;
    private final @Nullable Duration retryAfter;

    private IncompleteException(RefusalReason reason, @Nullable Duration retryAfter) {
      super(reason.name(), null, false, false);
      this.reason = reason;
      this.retryAfter = retryAfter;
    }

    RefusalReason reason() {
      return reason;
    }

    @Nullable Duration retryAfter() {
      return retryAfter;
    }

    /** No port for sound is free. */
    static IncompleteException noPort() {
      return new IncompleteException(RefusalReason.CAPACITY, PORTS_RETRY);
    }
  }

  /**
   * Fails with an {@link IncompleteException}.
   *
   * @param onAgent runs when only the address of a trunk and a port are missing
   */
  static Future<CallPreparation> prepare(
      CallEnvironment environment,
      ConversationFactory agents,
      CallJournal journal,
      RtpSession.Listener listener,
      Runnable onAgent) {
    PlaceCall call = journal.call();
    return environment
        .speaker()
        .renderDisclosure(call.disclosure(), agents.language(call))
        .recover(fault -> noAgent(environment, "the disclosure cannot be spoken", fault))
        .compose(
            samples ->
                agents
                    .open(journal)
                    .recover(fault -> noAgent(environment, "no agent", fault))
                    .compose(
                        conversation -> {
                          environment.agentAlert().worked();
                          onAgent.run();
                          return complete(environment, listener, conversation, () -> samples)
                              .onFailure(incomplete -> conversation.stop());
                        }));
  }

  private static <T> Future<T> noAgent(CallEnvironment environment, String what, Throwable fault) {
    if (fault instanceof IncompleteException) {
      return Future.failedFuture(fault);
    }
    environment.agentAlert().failed(what + ": " + fault.getMessage());
    return missing(RefusalReason.AGENT_UNAVAILABLE, null);
  }

  private static Future<CallPreparation> complete(
      CallEnvironment environment,
      RtpSession.Listener listener,
      Conversation conversation,
      Samples disclosure) {
    return environment
        .trunks()
        .candidates()
        .recover(unknown -> missing(RefusalReason.TRUNK_FAULT, null))
        .compose(
            candidates ->
                environment
                    .media()
                    .open(listener)
                    .map(
                        sound ->
                            Future.succeededFuture(
                                new CallPreparation(conversation, disclosure, candidates, sound)))
                    .orElseGet(() -> Future.failedFuture(IncompleteException.noPort())));
  }

  /** Frees all of it. */
  void release() {
    sound.close();
    conversation.stop();
  }

  private static <T> Future<T> missing(RefusalReason reason, @Nullable Duration retryAfter) {
    return Future.failedFuture(new IncompleteException(reason, retryAfter));
  }
}
