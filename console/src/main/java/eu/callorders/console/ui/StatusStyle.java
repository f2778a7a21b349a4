package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides the color of every status, outcome and event of the console. A word has the same tone in
 * all registries; an order, an enrollment and an event have that of their outcome. Unknown values
 * are neutral.
 */
public final class StatusStyle {
  /** Exit reasons that do not say that an enrollment has reached its aim. */
  private static final List<String> NOT_AIMS = List.of("", "do_not_call", "replaced");

  private static final String SKIPPED_STEP = "skipped:";

  private static final Map<String, Tone> TONES = new HashMap<>();

  static {
    put(Tone.WAITING, "accepted", "scheduled", "pending", "pending_verification", "draft");
    put(Tone.ACTIVE, "dialing", "in_progress", "active", "activated", "current");
    put(Tone.ACTIVE, "started", "step_started", "resumed");
    put(Tone.ACTIVE, "placing", "placed", "ringing");
    put(Tone.GOOD, "answered", "succeeded", "pass", "up", "good", "done", "made", "kept");
    put(Tone.GOOD, "payment_claimed", "payment_promised", "installment_wish", "settlement_wish");
    put(Tone.GOOD, "callback_requested", "human_requested", "hardship_stated");
    put(Tone.WARNING, "no_answer", "busy", "voicemail", "no_contact", "wrong_number", "expired");
    put(Tone.WARNING, "third_party_only", "identity_not_confirmed", "language_barrier");
    put(Tone.WARNING, "conversation_incomplete", "retrying", "wait", "paused", "stopped");
    put(Tone.WARNING, "degraded", "half_open", "locked", "deleting", "held");
    put(Tone.BAD, "failed", "technical_failure", "outcome_unknown", "number_unusable");
    put(Tone.BAD, "failing", "gone", "block", "down", "open", "broken");
    put(Tone.NEUTRAL, "completed", "canceled", "exited", "skipped", "suppressed", "archived");
    put(Tone.NEUTRAL, "disabled", "resting", "unused", "unknown", "created", "updated");
    put(Tone.NEUTRAL, "deleted", "received", "version_created", "transcript_available");
    put(Tone.NEUTRAL, "released", "withdrawn");
    put(Tone.NEUTRAL, "verification", "ping", "objection_to_calls", "deceased_reported");
    put(Tone.NEUTRAL, "represented", "insolvency_reported", "disputed", "refused", "no_outcome");
  }

  private StatusStyle() {}

  private static void put(Tone tone, String... words) {
    for (String word : words) {
      TONES.put(word, tone);
    }
  }

  static boolean isKnown(String value) {
    return TONES.containsKey(value);
  }

  /** The tone of a status or outcome of any registry. */
  public static Tone of(String value) {
    return TONES.getOrDefault(value, Tone.NEUTRAL);
  }

  /**
   * The tone of an order: an ended one has that of its outcome, unless it failed.
   *
   * @param summaryCode empty without a result
   */
  public static Tone order(String status, String summaryCode) {
    boolean hasOutcome = List.of("completed", "expired", "canceled").contains(status);
    return of(hasOutcome && isKnown(summaryCode) ? summaryCode : status);
  }

  /** The tone of an order of the API or of an event. */
  public static Tone order(JsonNode order) {
    String summaryCode = order.path("result").path("summary_code").asText();
    return isHeld(order) ? of("held") : order(order.path("status").asText(), summaryCode);
  }

  /** Whether a hold stands on an order that waits; it bars at least one of its numbers. */
  public static boolean isHeld(JsonNode order) {
    return List.of("accepted", "scheduled").contains(order.path("status").asText())
        && !order.path("holds").isEmpty();
  }

  /**
   * The tone of an enrollment: good when an exit condition or a step with one has ended it.
   *
   * @param exitReason empty without one
   */
  public static Tone enrollment(String status, String exitReason) {
    boolean hasAim = !NOT_AIMS.contains(exitReason) && !exitReason.startsWith(SKIPPED_STEP);
    return hasAim && List.of("completed", "exited").contains(status) ? Tone.GOOD : of(status);
  }

  /** The tone of a promise: an open one is under way, whereas an open circuit is a failure. */
  public static Tone promise(String status) {
    return status.equals("open") ? Tone.ACTIVE : of(status);
  }

  /**
   * The tone of an event by the outcome that it reports, otherwise by the end of its type or the
   * first word of that.
   */
  public static Tone event(JsonNode event) {
    String type = event.path("type").asText();
    JsonNode data = event.path("data");
    String name = type.substring(type.lastIndexOf('.') + 1);
    String word = isKnown(name) ? name : name.split("_", -1)[0];
    return switch (type.substring(0, Math.max(0, type.lastIndexOf('.')))) {
      case "call_order" -> order(word, data.path("result").path("summary_code").asText());
      case "enrollment" -> enrollment(word, data.path("exit_reason").asText(""));
      case "call" -> word.equals("ended") ? of(data.path("disposition").asText()) : of(word);
      case "webhook_endpoint" ->
          word.equals("disabled") ? of(data.path("reason").asText()) : of(word);
      default -> of(word);
    };
  }
}
