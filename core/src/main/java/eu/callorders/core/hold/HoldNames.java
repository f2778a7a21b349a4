package eu.callorders.core.hold;

import eu.callorders.core.call.PhoneNumber;
import org.jspecify.annotations.Nullable;

/**
 * What a hold names. Several names narrow it: this number of this person.
 *
 * @param subjectReference null for every person
 * @param phone null for every number
 * @param claim null for every claim
 */
public record HoldNames(
    @Nullable String subjectReference, @Nullable PhoneNumber phone, @Nullable ClaimNumber claim) {

  /** The names of a hold whose person has been erased. */
  public static final HoldNames ERASED = new HoldNames(null, null, null);

  public static HoldNames ofSubject(String subjectReference) {
    return new HoldNames(subjectReference, null, null);
  }

  /** One number of one person. */
  public static HoldNames ofNumber(String subjectReference, PhoneNumber phone) {
    return new HoldNames(subjectReference, phone, null);
  }

  /**
   * What a call learns about its claim: it binds this person only.
   *
   * @param claim null holds the person
   */
  public static HoldNames ofClaim(String subjectReference, @Nullable ClaimNumber claim) {
    return new HoldNames(subjectReference, null, claim);
  }
}
