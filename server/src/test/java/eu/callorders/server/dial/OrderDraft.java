package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.time.Instant;

/** Builds an order; by default its call has no delays. */
final class OrderDraft {
  private static final String TEMPLATE =
      """
      {"order_type": "payment_reminder",
       "subject": {"name": {"given_name": "Erika", "family_name": "Muster"}},
       "contacts": [],
       "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
         "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}},
       "scheduling": {"retry": {}},
       "simulate": {"delays": {"ring_ms": 0, "talk_ms": 0, "report_ms": 0}}}
      """;

  private final TestTenant tenant;
  private final ObjectNode json = (ObjectNode) Json.parse(TEMPLATE);

  OrderDraft(TestTenant tenant) {
    this.tenant = tenant;
    forSubject(tenant.newSubject());
  }

  OrderDraft forSubject(String subject) {
    json.withObject("/subject").put("reference", subject);
    return this;
  }

  /** Adds an unused number with this behavior, as long as there are some. */
  OrderDraft to(MagicLine line) {
    return toPhone(tenant.newPhone(line));
  }

  /** Adds a contact. */
  OrderDraft toPhone(String phone) {
    ArrayNode contacts = json.withArray("contacts");
    contacts.addObject().put("channel", "phone").put("value", phone);
    return this;
  }

  /** Sets the claim, which all orders share otherwise. */
  OrderDraft aboutClaim(String number) {
    json.withObject("/context/claim/reference").put("case_number", number);
    return this;
  }

  OrderDraft aboutInvoice(String number) {
    json.withObject("/context/claim/reference").put("invoice_number", number);
    return this;
  }

  /** Sets why the client may call the person. */
  OrderDraft permittedBy(String basis) {
    json.withObject("/compliance_basis").put("kind", basis);
    return this;
  }

  OrderDraft inZone(String zone) {
    json.withObject("/subject").put("timezone", zone);
    return this;
  }

  OrderDraft livingIn(String country) {
    json.withObject("/subject/address").put("country", country);
    return this;
  }

  OrderDraft attempts(int max) {
    json.withObject("/scheduling").put("max_attempts", max);
    return this;
  }

  OrderDraft gapOfHours(int hours) {
    json.withObject("/scheduling/retry").put("min_gap_hours", hours);
    return this;
  }

  OrderDraft randomized() {
    json.withObject("/scheduling/retry").put("randomize_within_window", true);
    return this;
  }

  OrderDraft notBefore(Instant instant) {
    json.withObject("/scheduling/window").put("not_before", instant.toString());
    return this;
  }

  OrderDraft notAfter(Instant instant) {
    json.withObject("/scheduling/window").put("not_after", instant.toString());
    return this;
  }

  /** Sets the contract's {@code local_call_times}. */
  OrderDraft callTimes(String times) {
    json.withObject("/scheduling").set("local_call_times", Json.parse(times));
    return this;
  }

  /** Replaces the contract's {@code simulate}. */
  OrderDraft simulating(String given) {
    json.set("simulate", Json.parse(given));
    return this;
  }

  /** Sets why the client may call the person. */
  OrderDraft basedOn(JsonNode basis) {
    json.set("compliance_basis", basis);
    return this;
  }

  OrderDraft withoutTranscript() {
    json.withObject("/delivery").put("transcript", "none");
    return this;
  }

  /** The request body. */
  ObjectNode json() {
    return json.deepCopy();
  }

  PlacedOrder place() {
    return tenant.place(json);
  }
}
