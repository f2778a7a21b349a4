package eu.callorders.sipgateway.config;

import eu.callorders.sipgateway.config.AgentSettings.Kind;
import eu.callorders.sipgateway.config.AgentSettings.OpenAi;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the settings of the agent. */
record AgentReader(SettingValues values) {
  static final String AGENT = "AGENT";
  private static final String AGENT_TOKEN = "AGENT_TOKEN";
  private static final String OPENAI_API_KEY = "OPENAI_API_KEY";
  private static final String OPENAI_MODEL = "OPENAI_MODEL";
  private static final String OPENAI_VOICE = "OPENAI_VOICE";
  private static final String OPENAI_BASE_URL = "OPENAI_BASE_URL";

  private static final Pattern BASE_URL = Pattern.compile("https://[^\\s?#/@]+(/[^\\s?#]*)?");

  static final Set<String> KEYS =
      Set.of(AGENT, AGENT_TOKEN, OPENAI_API_KEY, OPENAI_MODEL, OPENAI_VOICE, OPENAI_BASE_URL);

  AgentSettings read() {
    String agent = values.text(AGENT, "keypad");
    Kind kind = kind(agent);
    boolean remote = kind == Kind.WEBSOCKET || kind == Kind.SIP;
    if (remote && !values.has(AGENT_TOKEN)) {
      throw values.invalid(AGENT_TOKEN, "is missing; the agent proves itself by it");
    }
    if (kind == Kind.OPENAI && !values.has(OPENAI_API_KEY)) {
      throw values.invalid(OPENAI_API_KEY, "is missing");
    }
    return new AgentSettings(
        kind,
        remote ? agent : null,
        values.optional(AGENT_TOKEN),
        new OpenAi(
            values.optional(OPENAI_API_KEY),
            values.text(OPENAI_MODEL, "gpt-realtime"),
            values.text(OPENAI_VOICE, "marin"),
            values.parse(
                OPENAI_BASE_URL,
                "https://eu.api.openai.com/v1",
                "a URL https://host[:port]/path",
                text -> Optional.of(text).filter(url -> BASE_URL.matcher(url).matches()))));
  }

  private Kind kind(String agent) {
    if (agent.equals("keypad")) {
      return Kind.KEYPAD;
    }
    if (agent.equals("openai")) {
      return Kind.OPENAI;
    }
    if (agent.matches("wss://[^\\s]+")) {
      return Kind.WEBSOCKET;
    }
    if (SipAddress.parse(agent).isPresent()) {
      return Kind.SIP;
    }
    throw values.invalid(AGENT, "is none of keypad, openai, wss://... and sip:...");
  }
}
