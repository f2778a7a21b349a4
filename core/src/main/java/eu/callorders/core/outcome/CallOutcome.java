package eu.callorders.core.outcome;

import eu.callorders.core.call.Conversation;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * The reported outcome of a call.
 *
 * @param conversation including an objection reported during the call
 * @param repeated whether the conversation before it with the same person on the same phone had the
 *     same outcome
 * @param hasClaim whether the claim has a number by which a hold can name it
 * @param zone of the person
 * @param day of the call, in that zone
 * @param at when the report is stored; the tenant's time
 */
public record CallOutcome(
    Conversation conversation,
    boolean repeated,
    boolean hasClaim,
    ZoneId zone,
    LocalDate day,
    Instant at) {}
