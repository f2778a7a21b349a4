package eu.callorders.server.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Strong entity tags (RFC 9110, 8.8.3) of revisions, and their comparison with {@code If-Match}.
 */
public final class EntityTag {
  private static final Pattern TAG = Pattern.compile("(?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\"");

  private EntityTag() {}

  /** For example {@code "7"}, quotes included. */
  public static String of(long revision) {
    return "\"" + revision + "\"";
  }

  /** Whether {@code If-Match} lists the revision; weak tags never match. */
  public static boolean matches(String ifMatch, long revision) {
    if (ifMatch.strip().equals("*")) {
      return true;
    }
    String current = of(revision);
    Matcher tags = TAG.matcher(ifMatch);
    while (tags.find()) {
      if (tags.group().equals(current)) {
        return true;
      }
    }
    return false;
  }
}
