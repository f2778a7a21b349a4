package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the person to call beyond the order at hand.
 *
 * @param barred whether a number must not be dialled; true for all when the person must not be
 *     called
 * @param lastContact the latest attempt at the person that counted, of whichever order; null for
 *     none
 */
public record Callee(Predicate<String> barred, @Nullable LastContact lastContact) {

  /** A person never called, with no number barred. */
  public static final Callee UNTOUCHED = new Callee(number -> false, null);

  /** An attempt at the person. */
  public record LastContact(Instant endedAt, Cause cause) {}
}
