package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What {@link CallProgress} requests of a call. */
sealed interface CallAction {

  /** Answers the placing: the service knows of the call from now on. */
  record Accept() implements CallAction {}

  /** Answers the placing: nothing was dialed, and nothing will be. */
  record Refuse(RefusalReason reason, @Nullable Duration retryAfter) implements CallAction {}

  /** Sends the INVITE, which is stored. */
  record SendInvite() implements CallAction {}

  /** Prepares an INVITE to the next address or carrier. */
  record DialNext() implements CallAction {}

  /** Reports that a telephone rings. */
  record ReportRinging() implements CallAction {}

  /** Ends the unanswered leg; its final answer must come soon after. */
  record CancelLeg() implements CallAction {}

  /** Ends an answered leg that comes too late or has no sound. */
  record EndLeg() implements CallAction {}

  /** Begins the conversation. */
  record Converse() implements CallAction {}

  /** Ends the conversation, for a reason of the gateway or the service. */
  record HangUp(String actor, Cause cause) implements CallAction {}

  /** Reports the end of a call without a conversation. */
  record End(Disposition disposition, Cause cause, @Nullable NetworkCause network)
      implements CallAction {}
}
