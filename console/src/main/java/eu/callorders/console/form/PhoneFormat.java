package eu.callorders.console.form;

import java.util.regex.Pattern;

/** Reads phone numbers as people write them. */
public final class PhoneFormat {
  private static final Pattern E164 = Pattern.compile("\\+[1-9][0-9]{6,14}");
  private static final Pattern PUNCTUATION = Pattern.compile("[\\s()/.\\-\\u00a0]");

  private PhoneFormat() {}

  public static boolean isE164(String phone) {
    return E164.matcher(phone).matches();
  }

  /** Without blanks and punctuation: {@code 0049 (30) 23125-000} becomes +493023125000. */
  public static String normalize(String typed) {
    String digits = PUNCTUATION.matcher(typed).replaceAll("");
    return digits.startsWith("00") ? "+" + digits.substring(2) : digits;
  }
}
