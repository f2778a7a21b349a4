package eu.callorders.console.order;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Escapes dynamic text for HTML. */
final class HtmlText {
  /** Control characters, lone surrogates and noncharacters. */
  private static final Pattern FORBIDDEN =
      Pattern.compile("[\\p{Cc}&&[^\\n\\t]]|\\p{Cs}|\\p{IsNoncharacter_Code_Point}");

  private HtmlText() {}

  /** Characters that HTML forbids become U+FFFD. */
  static String escape(String text) {
    return FORBIDDEN
        .matcher(text)
        .replaceAll("\ufffd")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /** Text inside a CSS string: everything but ASCII letters and digits is escaped. */
  static String escapeCss(String text) {
    return text.codePoints()
        .mapToObj(
            codePoint ->
                codePoint < '\u007f' && Character.isLetterOrDigit(codePoint)
                    ? Character.toString(codePoint)
                    : "\\%x ".formatted(codePoint))
        .collect(Collectors.joining());
  }
}
