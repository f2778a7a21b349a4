package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Findings.AgreementWishes;
import eu.callorders.core.call.Findings.Dispute;
import eu.callorders.core.call.Findings.Installments;
import eu.callorders.core.call.Findings.Objection;
import eu.callorders.core.call.Findings.PaymentClaim;
import eu.callorders.core.call.Findings.PaymentPromise;
import eu.callorders.core.call.Findings.Settlement;
import eu.callorders.core.call.Money;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.time.LocalDate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Maps findings to and from the contract's JSON. */
public final class FindingsJson {
  private FindingsJson() {}

  public static ObjectNode write(Findings findings) {
    ObjectNode json = Json.object();
    if (findings.paymentPromise() instanceof PaymentPromise promise) {
      ObjectNode node = json.putObject("payment_promise");
      put(node, "amount", promise.amount());
      put(node, "on", promise.on());
    }
    if (findings.wishes() instanceof AgreementWishes wishes) {
      json.set("wishes", wishes(wishes));
    }
    if (findings.paymentClaim() instanceof PaymentClaim claim) {
      ObjectNode node = json.putObject("payment_claim");
      put(node, "amount", claim.amount());
      put(node, "paid_on", claim.paidOn());
    }
    if (findings.dispute() instanceof Dispute dispute) {
      ObjectNode node = json.putObject("dispute");
      put(node, "ground", dispute.ground());
      put(node, "statement", dispute.statement());
    }
    if (findings.callback() instanceof Findings.Callback callback) {
      ObjectNode node = json.putObject("callback");
      put(node, "from", callback.from());
      put(node, "to", callback.to());
    }
    if (findings.objection() instanceof Objection objection) {
      ObjectNode node = json.putObject("objection").put("scope", objection.scope());
      if (objection.suppressionId() != null) {
        node.put("suppression_id", IdKind.SUPPRESSION.format(objection.suppressionId()));
      }
    }
    return json;
  }

  private static ObjectNode wishes(AgreementWishes wishes) {
    ObjectNode json = Json.object();
    if (wishes.installments() instanceof Installments installments) {
      ObjectNode node = json.putObject("installments");
      put(node, "amount", installments.amount());
      put(node, "interval", installments.interval());
      put(node, "first_on", installments.firstOn());
    }
    if (wishes.settlement() instanceof Settlement settlement) {
      ObjectNode node = json.putObject("settlement");
      put(node, "amount", settlement.amount());
      put(node, "pay_by", settlement.payBy());
    }
    return json.put("binding", wishes.binding());
  }

  private static void put(ObjectNode node, String member, @Nullable Object value) {
    if (value instanceof Money money) {
      node.putObject(member).put("value", money.wireValue()).put("currency", money.currency());
    } else if (value instanceof Instant instant) {
      node.put(member, Timestamps.format(instant));
    } else if (value != null) {
      node.put(member, value.toString());
    }
  }

  /** Reads findings; absent members are null. */
  public static Findings read(JsonNode json) {
    return new Findings(
        member(
            json,
            "payment_promise",
            node -> new PaymentPromise(money(node, "amount"), date(node, "on"))),
        member(json, "wishes", FindingsJson::readWishes),
        member(
            json,
            "payment_claim",
            node -> new PaymentClaim(money(node, "amount"), date(node, "paid_on"))),
        member(json, "dispute", node -> new Dispute(text(node, "ground"), text(node, "statement"))),
        member(
            json,
            "callback",
            node -> new Findings.Callback(instant(node, "from"), instant(node, "to"))),
        member(json, "objection", FindingsJson::readObjection));
  }

  private static AgreementWishes readWishes(JsonNode json) {
    return new AgreementWishes(
        member(
            json,
            "installments",
            node ->
                new Installments(
                    money(node, "amount"), text(node, "interval"), date(node, "first_on"))),
        member(
            json,
            "settlement",
            node -> new Settlement(money(node, "amount"), date(node, "pay_by"))));
  }

  private static Objection readObjection(JsonNode json) {
    String id = text(json, "suppression_id");
    return new Objection(
        json.path("scope").asText("voice"),
        id == null ? null : IdKind.SUPPRESSION.parse(id).orElse(null));
  }

  private static <T> @Nullable T member(JsonNode json, String name, Function<JsonNode, T> read) {
    return json.hasNonNull(name) ? read.apply(json.get(name)) : null;
  }

  private static @Nullable String text(JsonNode json, String name) {
    return member(json, name, JsonNode::asText);
  }

  private static @Nullable LocalDate date(JsonNode json, String name) {
    return member(json, name, node -> LocalDate.parse(node.asText()));
  }

  private static @Nullable Instant instant(JsonNode json, String name) {
    return member(json, name, node -> Timestamps.parse(node.asText()));
  }

  private static @Nullable Money money(JsonNode json, String name) {
    return member(
        json, name, node -> Money.of(node.get("value").asText(), node.get("currency").asText()));
  }
}
