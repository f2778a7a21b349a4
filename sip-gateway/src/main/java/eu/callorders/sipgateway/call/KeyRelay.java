package eu.callorders.sipgateway.call;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keys in the bodies of INFO, of the type {@code application/dtmf-relay}. */
final class KeyRelay {
  /** Looks at each line once: a body may have 64 KB of spaces. */
  private static final Pattern SIGNAL =
      Pattern.compile("(?im)^[ \\t]*Signal[ \\t]*=[ \\t]*([0-9*#A-D])[ \\t]*$");

  private KeyRelay() {}

  /** The key of a body; empty without one. */
  static Optional<Character> key(String body) {
    Matcher signal = SIGNAL.matcher(body);
    return signal.find()
        ? Optional.of(Character.toUpperCase(signal.group(1).charAt(0)))
        : Optional.empty();
  }
}
