package eu.callorders.gatewaykit.conformance;

import java.util.Locale;

/** The purpose of a test number. */
public enum TestNumber {
  ANSWERS("21", "that a person answers"),
  NO_ANSWER("10", "without an answer"),
  BUSY("11", "that is busy"),
  UNROUTABLE("02", "that the gateway refuses permanently"),
  INVALID("01", "that does not exist"),
  VOICEMAIL("12", "that a machine answers"),
  FAULT("13", "at which the network fails"),
  UNTRACEABLE("44", "whose calls end with an unknown outcome"),
  BARRED("04", "on a do-not-call list"),
  OBJECTS("25", "whose owner objects to calls"),
  FULL("14", "that is refused twice for lack of capacity"),
  LOST_ANSWER("42", "for which the gateway's reply is lost"),
  DISORDER("43", "whose events arrive twice and out of order");

  /** What test calls show, unless they show another number. */
  public static final String CALLER_ID = "+493023125000";

  private static final String SANDBOX = "+4930231253";

  private final String digits;
  private final String description;

  TestNumber(String digits, String meaning) {
    this.digits = digits;
    this.description = meaning;
  }

  public String magicNumber() {
    return SANDBOX + digits;
  }

  /** A phrase that follows "a number". */
  String description() {
    return description;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
