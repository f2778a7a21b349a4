package eu.callorders.server.contract;

import com.networknt.schema.regex.RegularExpression;
import java.util.regex.Pattern;

/**
 * A regular expression with the semantics of ECMA 262: in Java, {@code $} also matches before a
 * final line break.
 */
public final class EcmaRegex implements RegularExpression {
  /**
   * Beyond every length of the contract; repeated groups on longer texts would overflow the stack.
   */
  private static final int MAX_LENGTH = 4096;

  private final Pattern pattern;

  public EcmaRegex(String regex) {
    boolean anchored = regex.endsWith("$") && !regex.endsWith("\\$");
    pattern = Pattern.compile(anchored ? regex.substring(0, regex.length() - 1) + "\\z" : regex);
  }

  @Override
  public boolean matches(String value) {
    return value.length() <= MAX_LENGTH && pattern.matcher(value).find();
  }
}
