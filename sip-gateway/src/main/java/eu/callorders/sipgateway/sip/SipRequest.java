package eu.callorders.sipgateway.sip;

import org.jspecify.annotations.Nullable;

/**
 * A request that was received.
 *
 * @param toTag null outside of a dialog
 * @param contact URI; null when it has none
 * @param contentType null without a body
 * @param body null without one
 * @param q850 cause of a Reason header; null without one
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
    Object transaction) {}
