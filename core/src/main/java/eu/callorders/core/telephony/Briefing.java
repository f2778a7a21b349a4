package eu.callorders.core.telephony;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The data that an agent needs for a conversation. Claim, history, variables and negotiation are
 * the order's JSON as maps and lists.
 *
 * @param verificationMode how the agent verifies the identity before it names the claim
 */
public record Briefing(
    @Nullable String givenName,
    String familyName,
    @Nullable String salutation,
    @Nullable String dateOfBirth,
    @Nullable String postalCode,
    Map<String, Object> claim,
    List<Map<String, Object>> history,
    Map<String, Object> variables,
    Map<String, Object> negotiation,
    @Nullable String notes,
    String verificationMode) {}
