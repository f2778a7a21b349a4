package eu.callorders.sipgateway.config;

import org.jspecify.annotations.Nullable;

/**
 * What speaks with the person.
 *
 * @param target a {@code wss:} or {@code sip:} URI; null for the others
 * @param token of the agent interface; null: none
 */
public record AgentSettings(
    Kind kind, @Nullable String target, @Nullable String token, OpenAi openAi) {

  public enum Kind {
    KEYPAD,
    OPENAI,
    WEBSOCKET,
    SIP
  }

  /** The same with the agent {@code keypad}. */
  public AgentSettings keypad() {
    return new AgentSettings(Kind.KEYPAD, null, token, openAi);
  }

  /**
   * The settings of {@code openai}.
   *
   * @param apiKey null: none
   */
  public record OpenAi(@Nullable String apiKey, String model, String voice, String baseUrl) {
    /** Does not show the key. */
    @Override
    public String toString() {
      return model + " at " + baseUrl;
    }
  }

  /** Does not show the token, nor user and query of a {@code wss:} URI, which may be secrets. */
  @Override
  public String toString() {
    return target == null
        ? kind.name()
        : kind + " " + target.replaceFirst("//[^/]*@", "//").replaceFirst("\\?.*", "");
  }
}
