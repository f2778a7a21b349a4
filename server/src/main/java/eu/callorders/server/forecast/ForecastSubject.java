package eu.callorders.server.forecast;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.forecast.DryRunSubject;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallingWindows;
import eu.callorders.server.order.OrderDocument;
import eu.callorders.server.order.SubjectContact;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.tenant.Tenant;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;

/** An imagined subject of a tenant, with one phone and the orders of a sequence's steps. */
public final class ForecastSubject implements DryRunSubject {
  private final CallingWindows windows;
  private final Tenant tenant;
  private final SubjectContact contact;
  private final int contactsPerDay;
  private final JsonNode steps;
  private final Map<String, OrderType> types;
  private final CallingWindows.SubjectWindow window;

  /**
   * @param contact with one phone
   * @param steps the steps in API format
   * @param types by key; steps of other types have no defaults
   */
  public ForecastSubject(
      StatutoryWindows statutory,
      Tenant tenant,
      SubjectContact contact,
      int contactsPerDay,
      JsonNode steps,
      Map<String, OrderType> types) {
    this.windows = new CallingWindows(statutory);
    this.tenant = tenant;
    this.contact = contact;
    this.contactsPerDay = contactsPerDay;
    this.steps = steps;
    this.types = types;
    this.window = windows.forSubject(contact, tenant);
  }

  @Override
  public ZoneId zone() {
    return window.zone();
  }

  @Override
  public CallingWindow window() {
    return window.window();
  }

  /** Fails with the pointers of the step when it conflicts with its order type. */
  @Override
  public OrderTerms terms(int step, Instant acceptedAt) {
    try {
      return windows.terms(document(steps.path(step)), tenant, acceptedAt);
    } catch (ProblemException e) {
      throw within("/steps/" + step, e);
    }
  }

  /** The refusal of a document that is the member {@code parent} of another one. */
  static ProblemException within(String parent, ProblemException refusal) {
    return ProblemException.invalid(
        refusal.problem().errors().stream().map(fault -> fault.within(parent)).toList());
  }

  @Override
  public WeeklyLimits weeklyLimits(LocalDate today) {
    return windows.weeklyLimits(contact, contact.phones().getFirst(), today);
  }

  @Override
  public int contactsPerDay() {
    return contactsPerDay;
  }

  /** Whether the order of a step would be accepted, as far as its type decides. */
  boolean isTypeActive(JsonNode step) {
    OrderType type = types.get(step.path("order_type").asText());
    return type != null && type.active();
  }

  /** The order of a step, reduced to what scheduling needs. */
  private OrderDocument document(JsonNode step) {
    OrderType type = types.get(step.path("order_type").asText());
    JsonNode defaults = type == null ? Json.object() : type.defaults();
    return OrderDocument.of(
        scheduling(step),
        contact,
        new OrderType("forecast", "active", 1, Json.object(), scheduling(defaults)),
        tenant);
  }

  private static ObjectNode scheduling(JsonNode holder) {
    ObjectNode only = Json.object();
    if (holder.has("scheduling")) {
      only.set("scheduling", holder.get("scheduling"));
    }
    return only;
  }
}
