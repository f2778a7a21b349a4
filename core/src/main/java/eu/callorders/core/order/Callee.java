package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.PhoneNumber;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The person to call, as far as other orders, suppressions and holds matter.
 *
 * @param suppressed whether a phone must not be dialed; true for all when the subject is suppressed
 * @param barred whether a hold bars a phone for now
 * @param lastContact the latest attempt at the person that counted, of any order; null for none
 */
public record Callee(
    Predicate<PhoneNumber> suppressed,
    Predicate<PhoneNumber> barred,
    @Nullable LastContact lastContact) {

  /** Never called, nothing suppressed. */
  public static final Callee NEVER_CALLED = new Callee(phone -> false, null);

  /** Without holds. */
  public Callee(Predicate<PhoneNumber> suppressed, @Nullable LastContact lastContact) {
    this(suppressed, phone -> false, lastContact);
  }

  public record LastContact(Instant endedAt, Cause cause) {}
}
