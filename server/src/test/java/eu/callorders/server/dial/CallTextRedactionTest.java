package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Free text of calls is stored without account and card numbers. */
class CallTextRedactionTest {
  private static final String CARD = "4111 1111 1111 1111";
  private static final String WORDS = "Karte " + CARD + " bitte";

  /** All tables. */
  private static final String STORED =
      """
      SELECT table_name
        FROM information_schema.tables
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
      """;

  /** A report with text in each possible place. */
  private static final String REPORT =
      """
      {"summary_code": "disputed", "reachability": "subject_reached", "engagement": "partial",
       "language": "$", "summary": "$", "remark": "$",
       "findings": {
         "payment_promise": {"amount": {"value": "1.00", "currency": "EUR"}, "on": "2031-01-01"},
         "wishes": {"installments": {"amount": {"value": "1", "currency": "EUR"}, "interval": "$"}},
         "dispute": {"ground": "$", "statement": "$"},
         "objection": {"scope": "voice", "remark": "$"}}}
      """;

  /** A report with text in place of codes, dates and amounts. */
  private static final String UNCHECKED =
      """
      {"summary_code": "$", "reachability": "$", "engagement": "$", "number": 4111111111111111,
       "findings": {
         "payment_promise": {"amount": {"value": "$", "currency": "$"}, "on": "$"},
         "payment_claim": {"paid_on": "$"},
         "wishes": {"installments": {"first_on": "$"}, "settlement": {"pay_by": "$"}},
         "callback": {"from": "$", "to": "4111\\n1111\\n1111\\n1111"},
         "objection": {"scope": "$", "suppression_id": "$", "$": true}}}
      """;

  /** The number with any JSON-encoded separators. */
  private static final String PATTERN = "4111([^0-9]{0,6}1111){3}";

  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final ScriptedGateway gateway = calls.gateway;
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;

  @Test
  void storesCallsWithoutCardNumbers() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.NO_OUTCOME).place();
    fixture.dialDue();

    reportAll(order.attempt());

    assertThat(order.summary()).isEqualTo("objection_to_calls");
    assertThat(order.view().at("/calls/0/report/summary").asText()).isEqualTo(redacted());
    assertThat(order.view().at("/result/findings/dispute/ground").asText()).isEqualTo("other");
    assertThat(order.view().at("/result/findings/dispute/statement").asText())
        .isEqualTo(redacted() + " " + redacted());
    assertThat(rowsWithCard()).isEmpty();
  }

  @Test
  void storesUnknownCallsWithoutCardNumbers() {
    UUID attempt = UUID.randomUUID();

    reportAll(attempt);
    fixture.receive(gateway.report(attempt, report(UNCHECKED)));

    assertThat(fixture.query("SELECT 1 FROM unknown_call_event")).hasSize(5);
    assertThat(rowsWithCard()).isEmpty();
  }

  private void reportAll(UUID attempt) {
    fixture.receive(
        gateway.answered(attempt),
        gateway.ended(attempt, Disposition.ANSWERED, Cause.NORMAL),
        new AttemptUpdate.EventReceived(
            new GatewayEvent.Turns(
                gateway.header(attempt),
                WORDS,
                true,
                List.of(
                    new Turn(0, "subject", 0, 1, WORDS),
                    new Turn(1, "subject", 1, 2, WORDS.replace(' ', '\n'))))),
        gateway.report(attempt, report(REPORT)));
  }

  private static Map<String, Object> report(String json) {
    Map<String, Object> report = new HashMap<>();
    Json.parse(json.replace("$", WORDS))
        .properties()
        .forEach(
            member ->
                report.put(
                    member.getKey(), Json.mapper().convertValue(member.getValue(), Object.class)));
    return report;
  }

  private static String redacted() {
    return WORDS.replace(CARD, "*".repeat(CARD.length()));
  }

  private List<String> rowsWithCard() {
    List<String> found = new ArrayList<>();
    for (Row table : fixture.query(STORED)) {
      String name = table.getString(0);
      fixture
          .query("SELECT 1 FROM " + name + " AS t WHERE t::text ~ '" + PATTERN + "' LIMIT 1")
          .forEach(row -> found.add(name));
    }
    return found;
  }
}
