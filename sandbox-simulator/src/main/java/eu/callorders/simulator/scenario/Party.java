package eu.callorders.simulator.scenario;

/** The party on the line, as reachability of the result and speaker of the transcript. */
enum Party {
  SUBJECT("subject_reached", "subject"),
  THIRD_PARTY("third_party_reached", "third_party"),
  UNRELATED_PERSON("wrong_number", "third_party"),
  UNIDENTIFIED("person_unidentified", "unknown");

  final String reachability;
  final String speaker;

  Party(String reachability, String speaker) {
    this.reachability = reachability;
    this.speaker = speaker;
  }

  /** The party of a reachability; {@link #UNIDENTIFIED} for one without a person. */
  static Party of(String reachability) {
    for (Party party : values()) {
      if (party.reachability.equals(reachability)) {
        return party;
      }
    }
    return UNIDENTIFIED;
  }
}
