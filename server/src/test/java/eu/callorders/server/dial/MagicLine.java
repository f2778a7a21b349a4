package eu.callorders.server.dial;

import java.util.Locale;

/** The behavior of a sandbox number, by its last two digits. */
enum MagicLine {
  NO_OUTCOME("06"),
  UNALLOCATED("01"),
  UNROUTABLE("02"),
  ON_A_NATIONAL_LIST("04"),
  NO_ANSWER("10"),
  BUSY("11"),
  VOICEMAIL("12"),
  CARRIER_FAULT("13"),
  OUT_OF_CAPACITY_TWICE("14"),
  PROMISES_PAYMENT("21"),
  OBJECTS("25"),
  NO_ANSWER_THEN_ANSWERED("30"),
  BUSY_VOICEMAIL_ANSWERED("31"),
  LATE_REPORT("40"),
  NO_REPORT("41"),
  LOST_ANSWER("42"),
  DISORDER("43"),
  UNTRACEABLE("44");

  private static final String[] RANGES = {
    "+493023125", "+496990009", "+494066969", "+492214710", "+498999998"
  };
  private static final int PER_RANGE = 10;

  /** Numbers with the same two last digits. */
  static final int NUMBERS = RANGES.length * PER_RANGE;

  private final String digits;

  MagicLine(String digits) {
    this.digits = digits;
  }

  /** A number with this behavior. */
  String number(int which) {
    return number(which, digits);
  }

  /** A German landline number reserved for fiction, with these last digits. */
  static String number(int which, String digits) {
    int place = Math.floorMod(which, NUMBERS);
    return RANGES[place / PER_RANGE] + place % PER_RANGE + digits;
  }

  @Override
  public String toString() {
    return digits + " (" + name().toLowerCase(Locale.ROOT) + ")";
  }
}
