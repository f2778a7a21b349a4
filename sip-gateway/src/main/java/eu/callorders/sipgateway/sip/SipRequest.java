package eu.callorders.sipgateway.sip;

import org.jspecify.annotations.Nullable;

/**
 * A request that was received.
 *
 * @param toTag null outside of a dialog
 * @param contact URI; null when it has none
 * @param contentType media type in lower case, without parameters; null without a body
 * @param body null without one
 * @param q850 cause of a Reason header; null without one
 * @param sessionExpires null without one; without a refresher it is the side that can be one
 * @param supportsTimer whether the other side supports RFC 4028
 * @param transaction the stack's, for the response
 */
public record SipRequest(
    String method,
    String callId,
    String fromTag,
    @Nullable String toTag,
    long cseq,
    @Nullable String contact,
    @Nullable String contentType,
    @Nullable String body,
    @Nullable Integer q850,
    @Nullable SessionExpires sessionExpires,
    boolean supportsTimer,
    Object transaction) {}
