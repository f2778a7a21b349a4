package eu.callorders.server.telephony.conformance;

import java.util.Locale;

/** What the number of a test call is good for. */
public enum TestNumber {
  ANSWERS("21", "that a person answers"),
  NO_ANSWER("10", "that nobody answers"),
  BUSY("11", "that is busy"),
  UNROUTABLE("02", "that the gateway refuses for good"),
  INVALID("01", "that does not exist"),
  VOICEMAIL("12", "that a machine answers"),
  FAULT("13", "at which the network fails"),
  UNTRACEABLE("44", "whose calls nobody can trace"),
  BARRED("04", "on a do-not-call list"),
  OBJECTS("25", "whose owner objects to calls"),
  FULL("14", "that is refused twice for want of capacity"),
  LOST_ANSWER("42", "at which the gateway's answer is lost"),
  DISORDER("43", "of which the gateway tells twice and in disorder");

  private static final String SANDBOX = "+4930231253";

  private final String digits;
  private final String meaning;

  TestNumber(String digits, String meaning) {
    this.digits = digits;
    this.meaning = meaning;
  }

  /** The number with that meaning in the sandbox. */
  public String magicNumber() {
    return SANDBOX + digits;
  }

  /** What comes after "a number". */
  String meaning() {
    return meaning;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
