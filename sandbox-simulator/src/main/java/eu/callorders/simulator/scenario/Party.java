package eu.callorders.simulator.scenario;

/** Who is on the line, as reachability of the result and as speaker of the transcript. */
enum Party {
  SUBJECT("subject_reached", "subject"),
  THIRD_PARTY("third_party_reached", "third_party"),
  STRANGER("wrong_number", "third_party"),
  UNIDENTIFIED("person_unidentified", "unknown");

  private final String reachability;
  private final String speaker;

  Party(String reachability, String speaker) {
    this.reachability = reachability;
    this.speaker = speaker;
  }

  /** Whoever that reachability means; a value without a person means one that nobody knows. */
  static Party of(String reachability) {
    for (Party who : values()) {
      if (who.reachability.equals(reachability)) {
        return who;
      }
    }
    return UNIDENTIFIED;
  }

  String reachability() {
    return reachability;
  }

  String speaker() {
    return speaker;
  }
}
