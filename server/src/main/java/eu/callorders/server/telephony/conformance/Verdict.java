package eu.callorders.server.telephony.conformance;

/** What came of trying a promise. */
public sealed interface Verdict {

  record Passed() implements Verdict {}

  record Failed(String why) implements Verdict {}

  /** It could not be tried. */
  record Skipped(String why) implements Verdict {}
}
