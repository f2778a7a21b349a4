package eu.callorders.sipgateway.agent;

import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.sipgateway.agent.AgentAction.HangUp;
import eu.callorders.sipgateway.agent.AgentAction.ReportObjection;
import eu.callorders.sipgateway.agent.AgentAction.Say;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A conversation by keys: first the identity, then the claim. Without time and sound: its caller
 * speaks, hears and waits.
 */
public final class KeypadAgent {
  private static final int PAY_DAYS = 7;
  private static final int MAX_TRIES = 2;
  private static final char OBJECTION = '9';

  private final Briefing briefing;
  private final KeypadTexts texts;
  private final LocalDate today;
  private final IdentityCheck check;
  private State state = State.DISCLOSURE;
  private final StringBuilder entry = new StringBuilder();
  private int wrongEntries;
  private boolean silentBefore;
  private boolean confirmed;
  private SummaryCode summary = SummaryCode.CONVERSATION_INCOMPLETE;
  private Map<String, Object> findings = Map.of();

  private enum State {
    DISCLOSURE,
    IDENTITY,
    ENTRY,
    CLAIM,
    OVER
  }

  /**
   * @param language BCP 47
   * @param today where the person is
   */
  public KeypadAgent(Briefing briefing, String language, LocalDate today) {
    this.briefing = briefing;
    this.texts = new KeypadTexts(language);
    this.today = today;
    this.check = IdentityCheck.of(briefing);
  }

  /** The language that it speaks: {@code de} or {@code en}. */
  public String language() {
    return texts.language();
  }

  /** The disclosure was spoken to its end. */
  public List<AgentAction> begin() {
    if (state != State.DISCLOSURE) {
      return List.of();
    }
    state = State.IDENTITY;
    return List.of(new Say(question()));
  }

  /** A key of 0 to 9, * and #, A to D. An objection counts at any time. */
  public List<AgentAction> key(char key) {
    silentBefore = false;
    return switch (state) {
      case DISCLOSURE, OVER -> key == OBJECTION && !hasObjected() ? object() : List.of();
      case IDENTITY -> identityKey(key);
      case ENTRY -> entryKey(key);
      case CLAIM -> claimKey(key);
    };
  }

  /** No key since the last sentence ended. */
  public List<AgentAction> silence() {
    if (state == State.DISCLOSURE || state == State.OVER) {
      return List.of();
    }
    if (isEntryObjection()) {
      return object();
    }
    entry.setLength(0);
    if (silentBefore) {
      return end(SummaryCode.CONVERSATION_INCOMPLETE, Map.of(), "no_key");
    }
    silentBefore = true;
    return List.of(new Say(question()));
  }

  /** The call has ended; whether the keys before that were an objection that is not reported. */
  public boolean stop() {
    boolean objection = isEntryObjection();
    if (objection) {
      object();
    }
    return objection;
  }

  /** Whether digits are being entered, which a transcript does not show. */
  public boolean isEntering() {
    return state == State.ENTRY;
  }

  public KeypadOutcome outcome() {
    return new KeypadOutcome(summary, confirmed, findings);
  }

  /** The sentence for a fault of the gateway. */
  public String apology() {
    return texts.sentence("apology");
  }

  private List<AgentAction> identityKey(char key) {
    return switch (key) {
      case '1' -> identified();
      case '4' -> end(SummaryCode.WRONG_NUMBER, Map.of(), "wrong_person");
      case '0' -> List.of(new Say(question()));
      case OBJECTION -> object();
      default -> List.of();
    };
  }

  private List<AgentAction> identified() {
    return switch (check.kind()) {
      case NAME -> confirm();
      case IMPOSSIBLE -> end(SummaryCode.IDENTITY_NOT_CONFIRMED, Map.of(), "not_confirmed");
      case BIRTH_DATE, POSTAL_CODE -> {
        state = State.ENTRY;
        yield List.of(new Say(question()));
      }
    };
  }

  private List<AgentAction> entryKey(char key) {
    // No day begins with 9; a postal code may, see silence().
    if (key == OBJECTION && entry.isEmpty() && check.kind() == IdentityCheck.Kind.BIRTH_DATE) {
      return object();
    }
    if (Character.isDigit(key)) {
      entry.append(key);
    }
    return key == '#' || entry.length() == check.digits().length() ? verify() : List.of();
  }

  private List<AgentAction> verify() {
    boolean right = entry.toString().equals(check.digits());
    boolean objection = entry.toString().equals(String.valueOf(OBJECTION));
    entry.setLength(0);
    if (right) {
      return confirm();
    }
    if (objection) {
      return object();
    }
    wrongEntries++;
    return wrongEntries < MAX_TRIES
        ? List.of(new Say(texts.sentence("wrong_entry") + " " + question()))
        : end(SummaryCode.IDENTITY_NOT_CONFIRMED, Map.of(), "not_confirmed");
  }

  private List<AgentAction> confirm() {
    confirmed = true;
    state = State.CLAIM;
    return List.of(new Say(question()));
  }

  private List<AgentAction> claimKey(char key) {
    return switch (key) {
      case '1' -> end(SummaryCode.PAYMENT_PROMISED, promise(), "promised");
      case '2' ->
          end(SummaryCode.DISPUTED, Map.of("dispute", Map.of("ground", "other")), "disputed");
      case '3' -> end(SummaryCode.CALLBACK_REQUESTED, Map.of("callback", Map.of()), "callback");
      case '4' -> {
        confirmed = false;
        yield end(SummaryCode.WRONG_NUMBER, Map.of(), "wrong_person");
      }
      case '0' -> List.of(new Say(question()));
      case OBJECTION -> object();
      default -> List.of();
    };
  }

  private Map<String, Object> promise() {
    Map<String, Object> promise = new LinkedHashMap<>();
    Object amount = briefing.claim().get("outstanding");
    if (amount != null) {
      promise.put("amount", amount);
    }
    promise.put("on", today.plusDays(PAY_DAYS).toString());
    return Map.of("payment_promise", promise);
  }

  /** Nines alone are meant as an objection, not as the beginning of what is asked for. */
  private boolean isEntryObjection() {
    return !entry.isEmpty() && entry.chars().allMatch(digit -> digit == OBJECTION);
  }

  private boolean hasObjected() {
    return summary == SummaryCode.OBJECTION_TO_CALLS;
  }

  /** What the person has said before stays true. */
  private List<AgentAction> object() {
    state = State.OVER;
    entry.setLength(0);
    summary = SummaryCode.OBJECTION_TO_CALLS;
    Map<String, Object> found = new LinkedHashMap<>(findings);
    found.put("objection", Map.of("scope", "voice"));
    findings = found;
    return List.of(new ReportObjection(), new Say(texts.sentence("objection")), new HangUp());
  }

  private List<AgentAction> end(SummaryCode code, Map<String, Object> found, String sentence) {
    state = State.OVER;
    summary = code;
    findings = found;
    return List.of(new Say(texts.sentence(sentence)), new HangUp());
  }

  private String question() {
    return switch (state) {
      case IDENTITY ->
          texts.identityQuestion(
              briefing.salutation(), briefing.givenName(), briefing.familyName());
      case ENTRY ->
          texts.sentence(
              check.kind() == IdentityCheck.Kind.BIRTH_DATE ? "birth_date" : "postal_code");
      case CLAIM -> texts.claim(briefing.claim());
      case DISCLOSURE, OVER -> throw new IllegalStateException("no question in " + state);
    };
  }
}
