package eu.callorders.server.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Strong entity tags (RFC 9110, 8.8.3) made from a revision, and what {@code If-Match} says. */
public final class EntityTag {
  private static final Pattern EACH = Pattern.compile("(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");

  private EntityTag() {}

  /** The tag of a revision, quotes included: {@code "7"}. */
  public static String of(long revision) {
    return "\"" + revision + "\"";
  }

  /** Whether the revision is one that the field names; a weak tag never matches. */
  public static boolean matches(String ifMatch, long revision) {
    if (ifMatch.strip().equals("*")) {
      return true;
    }
    String current = of(revision);
    Matcher tags = EACH.matcher(ifMatch);
    while (tags.find()) {
      if (tags.group().equals(current)) {
        return true;
      }
    }
    return false;
  }
}
