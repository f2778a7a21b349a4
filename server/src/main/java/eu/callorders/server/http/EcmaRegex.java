package eu.callorders.server.http;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/**
 * A pattern as ECMA 262 reads it where it differs from Java: {@code $} is the end of the text, not
 * also the place before a last line break.
 */
final class EcmaRegex implements RegularExpression {
  /** Far beyond every length of the contract; a repeated group would exhaust the stack later. */
  private static final int LONGEST = 4096;

  private final Pattern pattern;

  EcmaRegex(String regex) {
    boolean anchored = regex.endsWith("$") && !regex.endsWith("\\$");
    pattern = Pattern.compile(anchored ? regex.substring(0, regex.length() - 1) + "\\z" : regex);
  }

  @Override
  public boolean matches(String value) {
    return value.length() <= LONGEST && pattern.matcher(value).find();
  }
}
