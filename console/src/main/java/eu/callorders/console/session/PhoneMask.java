package eu.callorders.console.session;

/** Masks phones as the search of the administration does. */
public final class PhoneMask {
  private static final int SHOWN_START = 3;
  private static final int SHOWN_END = 4;

  private PhoneMask() {}

  /** {@code +493023125021} becomes {@code +49…5021}; nothing is shown of what is shorter. */
  public static String mask(String phone) {
    int hiddenEnd = phone.length() - SHOWN_END;
    if (hiddenEnd <= SHOWN_START) {
      return phone.isEmpty() ? "" : "…";
    }
    return phone.substring(0, SHOWN_START) + "…" + phone.substring(hiddenEnd);
  }
}
