package eu.callorders.sipgateway.call;

import org.jspecify.annotations.Nullable;

/**
 * A final answer to an INVITE, other than 2xx.
 *
 * @param status 300 to 699
 * @param q850 of its Reason header; null without one
 * @param ringing whether a 18x came before
 * @param goodStanding whether the trunk has reached a telephone lately, so that it knows numbers
 */
public record FinalAnswer(
    int status, @Nullable Integer q850, boolean ringing, boolean goodStanding) {}
