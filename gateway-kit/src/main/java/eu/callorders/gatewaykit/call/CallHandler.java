package eu.callorders.gatewaykit.call;

import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import io.vertx.core.Future;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The part of a gateway that dials. {@link CallGateway} has checked attempt id, era and {@code
 * notAfter} before it requests a call here, and requests each attempt once, restarts included. All
 * methods run on one event loop and must not block it.
 */
public interface CallHandler {

  /**
   * Decides without dialing: a refusal proves that nothing was dialed and nothing will be. Runs
   * once for each attempt, before {@link #place}.
   *
   * @return null: the call may be placed
   */
  default PlaceResult.@Nullable Refused refusal(PlaceCall call) {
    return null;
  }

  /**
   * Dials. The call is stored, but not yet on disk: what reaches the network waits for {@link
   * CallJournal#whenDurable}, and for {@code notAfter}.
   *
   * @return within 5 seconds: {@link PlaceResult.Accepted} ({@link CallJournal#accepted}); {@link
   *     PlaceResult.Refused} if nothing was dialed and nothing will be; {@link PlaceResult.Unknown}
   *     to close the connection without a response. A failed future ends the call with an unknown
   *     outcome.
   */
  Future<PlaceResult> place(CallJournal journal);

  /** Continues or ends a call that was active when the process ended. It must not dial again. */
  default void resume(CallJournal journal) {
    journal.endWithUnknownOutcome();
  }

  /** Requests the end of an active call; {@link CallJournal#ended} reports whether it worked. */
  void cancel(UUID attemptId);

  /**
   * The service has queried an active call or has placed it again. An undecided call counts as
   * accepted from then on, as after a cancel or a lost connection: a refusal becomes its end.
   */
  default void queried(UUID attemptId) {}

  /** An ended call was erased: nothing more is reported of it. */
  default void erased(UUID attemptId) {}

  GatewayHealth health();

  /** Whether voicemail is distinguished from a person. */
  default boolean detectsMachines() {
    return false;
  }

  /** Whether {@link CallJournal#disclosed} follows the answer of every conversation. */
  default boolean reportsDisclosure() {
    return false;
  }

  /** The gateway's name of a call, up to 128 characters. */
  default String gatewayRef(UUID attemptId) {
    return "call-" + attemptId;
  }

  /** A new SIP Call-ID for an attempt, which the call log names; null without SIP. */
  default @Nullable String sipCallId(UUID attemptId) {
    return null;
  }

  /**
   * The process shall end: no further call is placed. Completes when no call needs the process,
   * within 5 seconds; calls that are still active then are resumed by the next one.
   */
  default Future<Void> drain() {
    return Future.succeededFuture();
  }
}
