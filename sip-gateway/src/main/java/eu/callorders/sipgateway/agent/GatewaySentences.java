package eu.callorders.sipgateway.agent;

/** What the gateway itself says beside an agent: in German, else in English. */
public final class GatewaySentences {
  private final KeypadTexts texts;

  /**
   * @param language BCP 47
   */
  public GatewaySentences(String language) {
    this.texts = new KeypadTexts(language);
  }

  /** {@code de} or {@code en}. */
  public String language() {
    return texts.language();
  }

  /**
   * A sentence.
   *
   * @param name {@code apology} or {@code objection}
   */
  public String text(String name) {
    return texts.sentence(name);
  }
}
