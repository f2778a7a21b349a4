package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Query;
import eu.callorders.console.session.Session;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the statistics of the service, with the administration; blocks.
 *
 * @param tenantTime the clock of the tenant
 */
record HistoryReader(Session session, InstantSource tenantTime, InstantSource realTime) {

  History read(History.Selection selection) throws ApiException {
    ApiClient administration = session.administration().orElseThrow();
    String path = "/admin/v1/tenants/" + ApiClient.encode(session.tenantId());
    ZoneId zone = zone(administration.get(path).body());
    List<Instant> bounds = selection.range().bounds(tenantTime.instant(), zone);
    List<Instant> realBounds = selection.range().bounds(realTime.instant(), zone);
    StepCounts counts = read(selection, bounds);
    return new History(
        selection, zone, counts, realBounds.equals(bounds) ? counts : read(selection, realBounds));
  }

  /** That of this machine if the tenant's is unknown here. */
  private static ZoneId zone(JsonNode tenant) {
    try {
      return ZoneId.of(tenant.path("timezone").asText());
    } catch (DateTimeException e) {
      return ZoneId.systemDefault();
    }
  }

  private StepCounts read(History.Selection selection, List<Instant> bounds) throws ApiException {
    ChartRange range = selection.range();
    List<JsonNode> steps = new ArrayList<>();
    for (List<Instant> span : StepCounts.evenSpans(bounds, range.step())) {
      Query query =
          Query.none()
              .with("from", span.getFirst())
              .with("to", span.getLast())
              .with("step", range == ChartRange.HOURS_24 ? "PT1H" : "P1D")
              .with("tenant_id", selection.allTenants() ? null : session.tenantId());
      JsonNode body =
          session.administration().orElseThrow().get("/admin/v1/statistics", query).body();
      body.path("steps").forEach(steps::add);
    }
    return StepCounts.of(bounds, steps);
  }
}
