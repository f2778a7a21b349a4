package eu.callorders.server.cli.preview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.forecast.DryRunSubject;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.OrderDocument;
import eu.callorders.server.order.SubjectContact;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;

/**
 * A subject with one phone, of a tenant and an order type without restrictions of their own.
 *
 * @param steps the steps in API format
 */
record PreviewSubject(
    StatutoryWindows statutory, ZoneId zone, PhoneNumber phone, int contactsPerDay, JsonNode steps)
    implements DryRunSubject {
  private static final Tenant TENANT = TenantDefaults.tenant(new UUID(0, 0), "Preview", "live");

  @Override
  public CallingWindow window() {
    return new CallingWindows(statutory).forSubject(contact(), TENANT).window();
  }

  @Override
  public OrderTerms terms(int step, Instant acceptedAt) {
    return new CallingWindows(statutory).terms(document(steps.path(step)), TENANT, acceptedAt);
  }

  @Override
  public WeeklyLimits weeklyLimits(LocalDate today) {
    return new CallingWindows(statutory).weeklyLimits(contact(), phone, today);
  }

  private SubjectContact contact() {
    return new SubjectContact(List.of(phone), zone, null, "");
  }

  /** The order of a step, reduced to what scheduling needs. */
  private OrderDocument document(JsonNode step) {
    ObjectNode order = Json.object();
    if (step.has("scheduling")) {
      order.set("scheduling", step.get("scheduling"));
    }
    OrderType type = new OrderType("preview", "active", 1, Json.object(), Json.object());
    return OrderDocument.of(order, contact(), type, TENANT);
  }
}
