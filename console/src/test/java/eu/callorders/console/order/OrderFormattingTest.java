package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OrderFormattingTest {
  private final Locale language = Locale.getDefault();
  private OrderTimeline timeline;
  private ExplanationFormatter explanations;

  @BeforeEach
  void speakEnglish() {
    Locale.setDefault(Locale.ENGLISH);
    Texts texts = Texts.beside(OrderTimeline.class);
    timeline = new OrderTimeline(texts, new TimestampFormatter());
    explanations = new ExplanationFormatter(texts, new TimestampFormatter());
  }

  @AfterEach
  void speakAsBefore() {
    Locale.setDefault(language);
  }

  private List<String> told(String order, String... events) {
    return timeline.of(StubSession.detail(order, true, events)).stream()
        .map(moment -> moment.text() + " / " + moment.mark())
        .toList();
  }

  private String sentence(String said) {
    return explanations.sentence(Json.parse(said).orElseThrow());
  }

  @Test
  void tellsWhatTheFeedKnows() {
    assertThat(told("{}", UnknownValueOrders.events("ord_1", 8)))
        .startsWith("Accepted / neutral")
        .contains("Call started: Attempt 1 / active", "Call ended: Answered / active")
        .endsWith("Completed: Promises payment / good");
    assertThat(told("{}", "{\"type\":\"call_order.failed\"}", "{\"type\":\"order.sneezed\"}"))
        .containsExactly("Failed / bad", "order.sneezed / neutral");
  }

  @Test
  void namesTheNextAttemptOfAChangeOnlyWhenItIsAnother() {
    String planned = "\"data\": {\"next_attempt_at\": \"2026-11-23T13:00:00Z\"}}";
    String later = planned.replace("T13", "T15");
    assertThat(
            told(
                "{}",
                "{\"type\":\"call_order.scheduled\", " + planned,
                "{\"type\":\"call_order.updated\", " + planned,
                "{\"type\":\"call_order.updated\", " + later))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("Attempt planned: "),
            metadata -> assertThat(metadata).isEqualTo("Changed / neutral"),
            moved -> assertThat(moved).startsWith("Changed: "));
  }

  @Test
  void namesGroundsAndDaysInTheOperatorsWords() {
    String order =
        """
        {"result": {"findings": {"dispute": {"ground": "contract_unknown"},
         "payment_promise": {"on": "2026-11-29"}}},
         "metadata": {"note": "one\\ntwo", "team": "north"}}
        """;
    JsonNode read = Json.parse(order).orElseThrow();
    Texts texts = Texts.beside(OrderTimeline.class);
    assertThat(new ResultFacts(texts, new TimestampFormatter()).of(read))
        .extracting(Fact::value)
        .contains("Knows of no contract", new TimestampFormatter().day("2026-11-29"))
        .doesNotContain("contract_unknown", "2026-11-29");
    OrderFacts facts = new OrderFacts(texts, new TimestampFormatter());
    assertThat(facts.order(read)).extracting(Fact::name).doesNotContain("note", "team");
    assertThat(facts.metadata(read))
        .containsExactly(Fact.prose("note", "one\ntwo"), Fact.of("team", "north"));
  }

  @Test
  void tellsWhatTheOrderItselfKnowsWithoutTheFeed() {
    assertThat(told(UnknownValueOrders.order("failed", true)))
        .containsExactly(
            "Accepted / neutral",
            "Call ended: Answered / active",
            "Failed: Promises payment / bad");
    assertThat(told("{}")).containsExactly("Accepted / neutral");
  }

  @Test
  void namesTheRuleThatHoldsLongest() {
    String rules =
        """
        {"status": "scheduled", "dialable": false, "next_possible_at": "2026-11-24T08:00:00Z",
         "rules": [
          {"verdict": "wait", "message": "short", "until": "2026-11-24T07:00:00Z"},
          {"verdict": "wait", "message": "long", "until": "2026-11-24T08:00:00Z"},
          {"verdict": "pass", "message": "passed", "until": "2026-11-25T08:00:00Z"},
          {"verdict": "wait", "message": "middle", "until": "2026-11-24T07:30:00Z"}]}
        """;
    assertThat(sentence(rules)).endsWith("because: long");
    assertThat(sentence("{\"rules\":[{\"verdict\":\"gleams\",\"message\":\"m\"}]}"))
        .endsWith("permitted time is unknown: m");
  }

  @Test
  void saysThatItIsOverHoweverItEnded() {
    for (String status : List.of("completed", "expired", "canceled", "failed")) {
      assertThat(sentence("{\"status\":\"%s\"}".formatted(status))).contains("has ended");
    }
    assertThat(sentence("{\"status\":\"levitating\",\"dialable\":true}")).contains("now");
    assertThat(sentence("{\"status\":null,\"rules\":null}")).contains("permitted time is unknown");
  }

  @Test
  void readsInstantsInMessagesAsPeopleDo() {
    assertThat(explanations.readable("until 2026-11-24T08:00:00.000Z $1"))
        .doesNotContain("2026-11-24T")
        .endsWith(" $1");
  }

  @Test
  void tellsWhatMakesTwoRevisionsDiffer() {
    JsonNode before = Json.parse("{\"a\":1,\"calls\":[1],\"updated_at\":\"x\"}").orElseThrow();
    JsonNode now = Json.parse("{\"b\":[2],\"calls\":[],\"updated_at\":\"y\"}").orElseThrow();
    assertThat(OrderChanges.between(before, now))
        .containsExactly(
            new OrderChanges.Change("/a", "1", ""), new OrderChanges.Change("/b/0", "", "2"));
  }
}
