package eu.callorders.sipgateway.call;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Keys in the bodies of INFO; other bodies have none. */
final class KeyRelay {
  /** Looks at each line once: a body may have 64 KB of spaces. */
  private static final Pattern SIGNAL =
      Pattern.compile("(?im)^[ \\t]*Signal[ \\t]*=[ \\t]*([0-9*#A-D])[ \\t]*$");

  private static final Pattern KEY = Pattern.compile("(?i)\\A\\s*+([0-9*#A-D])\\s*+\\z");

  private KeyRelay() {}

  /**
   * The key of a body; empty without one.
   *
   * @param type media type in lower case, without parameters; null without a body
   */
  static Optional<Character> key(@Nullable String type, @Nullable String body) {
    if (type == null || body == null) {
      return Optional.empty();
    }
    return switch (type) {
      case "application/dtmf-relay" -> first(SIGNAL.matcher(body));
      case "application/dtmf" -> first(KEY.matcher(body));
      default -> Optional.empty();
    };
  }

  private static Optional<Character> first(Matcher key) {
    return key.find()
        ? Optional.of(Character.toUpperCase(key.group(1).charAt(0)))
        : Optional.empty();
  }
}
