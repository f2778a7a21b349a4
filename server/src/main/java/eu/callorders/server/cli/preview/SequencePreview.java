package eu.callorders.server.cli.preview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.contract.BodyCheck;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.forecast.ForecastSubject;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.SchedulingRules;
import eu.callorders.server.order.SubjectContact;
import eu.callorders.server.sequence.SequenceRules;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Validates a request body and simulates its sequence. */
public final class SequencePreview {
  private static final Tenant TENANT = TenantDefaults.tenant(new UUID(0, 0), "Preview", "live");

  private final Forecast forecast;
  private final String subject;

  private SequencePreview(Forecast forecast, String subject) {
    this.forecast = forecast;
    this.subject = subject;
  }

  /**
   * The subject and the start of the simulation.
   *
   * @param phone its country and region determine hours and holidays
   * @param contactsPerDay the tenant's dials per subject and day
   */
  public record Request(
      Instant from, ZoneId zone, PhoneNumber phone, int contactsPerDay, long seed) {}

  /**
   * The faults that the API would report: those of {@code createSequence} when the body has a key
   * or a title, else of a version. Throws a {@link eu.callorders.core.problem.ProblemException}
   * when it is not JSON.
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
   * Simulates a sequence.
   *
   * @param body a valid sequence or version
   */
  public static SequencePreview of(byte[] body, StatutoryWindows windows, Request request) {
    JsonNode json = json(body);
    ForecastSubject subject =
        new ForecastSubject(
            windows,
            TENANT,
            new SubjectContact(List.of(request.phone()), request.zone(), null, ""),
            request.contactsPerDay(),
            json.path("steps"),
            Map.of());
    String title =
        json.has("title")
            ? json.path("title").asText() + " (" + json.path("key").asText() + ")"
            : "A version for " + json.at("/trigger/signal_type").asText();
    String summary =
        "%s, %s, contacts a day: %d"
            .formatted(request.phone().e164(), request.zone(), request.contactsPerDay());
    return new SequencePreview(
        Forecast.of(title, json, subject, request.from(), request.seed()), summary);
  }

  private static JsonNode json(byte[] body) {
    JsonNode json = BodyCheck.read(body);
    return json == null ? Json.object() : json;
  }

  public String table() {
    return TextTimeline.of(forecast, subject);
  }

  public String svg() {
    return SvgTimeline.of(forecast, subject);
  }
}
