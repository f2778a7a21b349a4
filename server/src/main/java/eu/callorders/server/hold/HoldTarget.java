package eu.callorders.server.hold;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import java.util.List;
import java.util.UUID;

/**
 * What a call would concern: the names by which holds bar it.
 *
 * @param phones each is barred or not on its own
 * @param claims the numbers of the one claim
 */
public record HoldTarget(
    UUID tenantId, String subjectReference, List<PhoneNumber> phones, List<ClaimNumber> claims) {
  public HoldTarget {
    phones = List.copyOf(phones);
    claims = List.copyOf(claims);
  }
}
