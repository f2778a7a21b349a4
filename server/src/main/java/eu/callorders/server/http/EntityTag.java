package eu.callorders.server.http;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
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

  /**
   * Requires that {@code If-Match} lists the revision of a resource.
   *
   * @param resource in the words of the contract, such as {@code order type}
   * @throws ProblemException {@code precondition_failed}
   */
  public static void require(String ifMatch, long revision, String resource) {
    if (!matches(ifMatch, revision)) {
      throw ProblemException.of(
          ProblemCode.PRECONDITION_FAILED,
          "The " + resource + " has changed since. Fetch it, and send its ETag with your change.");
    }
  }

  /** Whether {@code If-Match} lists the revision; weak tags never match. */
  static boolean matches(String ifMatch, long revision) {
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
