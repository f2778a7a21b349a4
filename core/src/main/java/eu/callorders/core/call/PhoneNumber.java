package eu.callorders.core.call;

import org.jspecify.annotations.Nullable;

/**
 * A telephone number. The contract's validation accepts its text; no later stage parses it again.
 *
 * @param e164 such as {@code +493023125021}; empty in an erased attempt
 */
public record PhoneNumber(String e164) {

  /** The number of an optional member or column. */
  public static @Nullable PhoneNumber ofNullable(@Nullable String e164) {
    return e164 == null ? null : new PhoneNumber(e164);
  }
}
