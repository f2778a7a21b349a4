package eu.callorders.server.cli.preview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.http.BodyCheck;
import eu.callorders.server.http.Contract;
import eu.callorders.server.http.Json;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.sequence.SequenceRules;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Reads what a client would send, and foretells what becomes of it. */
public final class SequencePreview {
  private final Forecast forecast;
  private final String person;

  private SequencePreview(Forecast forecast, String person) {
    this.forecast = forecast;
    this.person = person;
  }

  /**
   * Whom to imagine, and from when on.
   *
   * @param phone E.164; country and region of it decide hours and holidays
   * @param contactsPerDay how many dials a day the tenant allows to one person
   */
  public record Request(Instant from, ZoneId zone, String phone, int contactsPerDay, long seed) {}

  /**
   * What the API would say against the body: that of {@code createSequence} when it names a key or
   * a title, else of a version. Throws a {@link eu.callorders.core.problem.ProblemException} when
   * it is no JSON.
   */
  public static List<FieldError> faults(byte[] body) {
    JsonNode json = json(body);
    String operation =
        json.has("key") || json.has("title") ? "createSequence" : "createSequenceVersion";
    List<FieldError> faults =
        new ArrayList<>(new BodyCheck(Contract.load()).faults(operation, body));
    faults.addAll(new SequenceRules(SchedulingRules::faults).faults(json));
    return faults;
  }

  /**
   * Foretells.
   *
   * @param body without a fault
   */
  public static SequencePreview of(byte[] body, StatutoryWindows windows, Request question) {
    JsonNode json = json(body);
    PreviewSubject person =
        new PreviewSubject(
            windows,
            question.zone(),
            question.phone(),
            question.contactsPerDay(),
            json.path("steps"));
    String title =
        json.has("title")
            ? json.path("title").asText() + " (" + json.path("key").asText() + ")"
            : "A version for " + json.at("/trigger/signal_type").asText();
    String words =
        "%s, %s, contacts a day: %d"
            .formatted(question.phone(), question.zone(), question.contactsPerDay());
    return new SequencePreview(
        Forecast.of(title, json, person, question.from(), question.seed()), words);
  }

  private static JsonNode json(byte[] body) {
    JsonNode json = BodyCheck.read(body);
    return json == null ? Json.object() : json;
  }

  public String table() {
    return TextTimeline.of(forecast, person);
  }

  public String svg() {
    return SvgTimeline.of(forecast, person);
  }
}
