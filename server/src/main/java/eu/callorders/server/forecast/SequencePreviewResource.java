package eu.callorders.server.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.forecast.BoundaryRandom;
import eu.callorders.core.forecast.DryRun;
import eu.callorders.core.forecast.DryRunPath;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.server.country.CountryRules;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.order.SubjectContact;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.sequence.SequenceDefinitionReader;
import eu.callorders.server.sequence.SequenceRules;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** When a sequence would wait and call, by the rules of the tenant. */
public final class SequencePreviewResource {
  /** Twenty steps with ten dials each, twice, and a year of days. */
  private static final int PERMITS = 64;

  private static final int MAX_DAYS = 366;
  private static final String VERSION = "/version";
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999Z");

  private final Database database;
  private final CountryRules countries;
  private final SequenceRules rules;
  private final InstantSource realTime;

  public SequencePreviewResource(
      Database database, CountryRules countries, SequenceRules rules, InstantSource realTime) {
    this.database = database;
    this.countries = countries;
    this.rules = rules;
    this.realTime = realTime;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("previewSequence", this::preview)
            .withBodyFaults(this::faults)
            .withPermits(PERMITS));
  }

  private List<FieldError> faults(JsonNode body) {
    return rules.faults(body.at(VERSION)).stream().map(fault -> fault.within(VERSION)).toList();
  }

  /** What a forecast needs from the database. */
  private record Settings(Tenant tenant, Map<String, OrderType> types) {}

  /**
   * {@code POST /v1/sequences/preview}: the earliest and the latest run of a version. The longest
   * sequence takes 30 ms of processor time, which no event loop has for one request.
   */
  private Future<Reply> preview(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    JsonNode body = request.requiredBody();
    return database
        .asTenant(tenantId, connection -> settings(connection, tenantId, body.at(VERSION)))
        .compose(
            settings -> Vertx.currentContext().executeBlocking(() -> reply(settings, body), false));
  }

  private Future<Settings> settings(SqlConnection connection, UUID tenantId, JsonNode version) {
    Set<OrderTypeStore.TypeKey> keys = new HashSet<>();
    for (JsonNode step : version.path("steps")) {
      if (step.has("order_type")) {
        keys.add(new OrderTypeStore.TypeKey(tenantId, step.get("order_type").asText()));
      }
    }
    return TenantStore.find(connection, tenantId)
        .compose(
            tenant ->
                OrderTypeStore.findCurrent(connection, keys)
                    .map(found -> new Settings(tenant.orElseThrow(), byKey(found))));
  }

  private static Map<String, OrderType> byKey(Map<OrderTypeStore.TypeKey, OrderType> types) {
    Map<String, OrderType> byKey = new HashMap<>();
    types.values().forEach(type -> byKey.put(type.key(), type));
    return byKey;
  }

  private Reply reply(Settings settings, JsonNode body) {
    JsonNode version = body.at(VERSION);
    JsonNode steps = version.path("steps");
    Tenant tenant = settings.tenant();
    ForecastSubject subject =
        new ForecastSubject(
            countries.windows(),
            tenant,
            contact(body),
            tenant.quotas().maxContactsPerSubjectPerDay(),
            steps,
            settings.types());
    Instant from =
        body.has("from") ? Timestamps.parse(body.get("from").asText()) : tenant.now(realTime);
    SequenceDefinition definition = SequenceDefinitionReader.read(version);
    try {
      DryRunPath earliest = DryRun.of(definition, subject, from, BoundaryRandom.MIN, 1);
      DryRunPath latest =
          DryRun.of(definition, subject, from, BoundaryRandom.MAX, Integer.MAX_VALUE);
      requireEnd(latest);
      return Reply.of(
          200,
          SequencePreviewView.of(
              subject,
              steps,
              from,
              earliest,
              latest,
              ClosedDays.between(subject, from, latest.endedAt(), MAX_DAYS)));
    } catch (ProblemException e) {
      throw ForecastSubject.within(VERSION, e);
    }
  }

  /** Timestamps of the API have years of four digits. */
  private static void requireEnd(DryRunPath latest) {
    if (latest.endedAt().isAfter(LAST)) {
      throw ProblemException.invalid(
          List.of(FieldError.body("/steps", "inconsistent", "end after the year 9999")));
    }
  }

  private static SubjectContact contact(JsonNode body) {
    return new SubjectContact(
        List.of(new PhoneNumber(body.path("phone").asText())),
        body.has("timezone") ? ZoneId.of(body.get("timezone").asText()) : null,
        null,
        "");
  }
}
