package eu.callorders.sipgateway.app;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.sipgateway.media.RtpStatistics;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipResponse.SeenAs;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a trial call has shown. Null: it did not come to that.
 *
 * @param network checks of DNS and certificates
 * @param registered null when no registration is configured
 * @param digest algorithm of the trunk's challenge
 * @param digestAccepted whether the trunk went on after the answer to it
 * @param seenAs our address as the trunk sees it
 * @param ringing from the INVITE on
 * @param refusal code of a refused placing
 * @param keys that were pressed
 */
record TrialFacts(
    List<TrialVerdict.Check> network,
    @Nullable Boolean registered,
    @Nullable String digest,
    boolean digestAccepted,
    @Nullable SeenAs seenAs,
    @Nullable Duration ringing,
    @Nullable String refusal,
    GatewayEvent.@Nullable Ended ended,
    @Nullable SessionDescription media,
    @Nullable SessionExpires session,
    @Nullable RtpStatistics sound,
    int keys) {
  TrialFacts {
    network = List.copyOf(network);
  }
}
