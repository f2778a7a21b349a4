package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderFormattingTest {
  private final Locale language = Locale.getDefault();
  private OrderTimeline timeline;

  @BeforeEach
  void useEnglish() {
    Locale.setDefault(Locale.ENGLISH);
    useLanguage();
  }

  private void useLanguage() {
    Texts texts = Texts.of(OrderTimeline.class);
    timeline = new OrderTimeline(texts, new TimestampFormatter());
  }

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private List<String> timeline(String order, String... events) {
    return timeline.entries(StubSession.detail(order, true, events)).stream()
        .map(entry -> entry.text() + " / " + entry.dotStyle())
        .toList();
  }

  @Test
  void listsEvents() {
    assertThat(timeline("{}", UnknownValueOrders.events("ord_1", 8)))
        .startsWith("Accepted / waiting")
        .contains("Call started: Attempt 1 / active", "Call ended: Answered / good")
        .endsWith("Completed: Promises payment / good");
    assertThat(timeline("{}", "{\"type\":\"call_order.failed\"}", "{\"type\":\"order.sneezed\"}"))
        .containsExactly("Failed / bad", "order.sneezed / neutral");
  }

  @ParameterizedTest
  @CsvSource({"en, Canceled", "de, Storniert"})
  void saysOnceThatAnOrderIsCanceled(String tag, String canceled) {
    Locale.setDefault(Locale.of(tag));
    useLanguage();
    String result = "\"result\": {\"summary_code\": \"canceled\"}";
    String event = "{\"type\":\"call_order.canceled\", \"data\": {" + result + "}}";
    String order =
        "{\"status\": \"canceled\", \"ended_at\": \"2026-11-23T13:00:00Z\", " + result + "}";

    assertThat(timeline("{}", event)).containsExactly(canceled + " / neutral");
    assertThat(timeline(order)).last().isEqualTo(canceled + " / neutral");
  }

  @Test
  void mentionsNextAttemptOnlyWhenChanged() {
    String planned = "\"data\": {\"next_attempt_at\": \"2026-11-23T13:00:00Z\"}}";
    String later = planned.replace("T13", "T15");
    assertThat(
            timeline(
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
  void saysOfWhichZoneTimesAre() {
    String planned =
        "{\"type\":\"call_order.scheduled\", \"occurred_at\": \"2026-11-23T13:00:00Z\","
            + " \"data\": {\"next_attempt_at\": \"2026-11-23T15:00:00Z\"}}";

    OrderTimeline.Entry entry =
        timeline.entries(StubSession.detail("{}", true, planned)).getFirst();

    TimestampFormatter times = new TimestampFormatter();
    assertThat(entry.at()).isEqualTo(times.text("2026-11-23T13:00:00Z"));
    assertThat(entry.text()).isEqualTo("Attempt planned: " + times.text("2026-11-23T15:00:00Z"));
  }

  @Test
  void translatesFindings() {
    String order =
        """
        {"result": {"findings": {"dispute": {"ground": "contract_unknown"},
         "payment_promise": {"on": "2026-11-29"}}},
         "metadata": {"note": "one\\ntwo", "team": "north"}}
        """;
    JsonNode json = Json.parse(order).orElseThrow();
    Texts texts = Texts.of(OrderTimeline.class);
    assertThat(new OrderFacts(texts, new TimestampFormatter()).result(json))
        .extracting(Fact::value)
        .contains("Knows of no contract", new TimestampFormatter().day("2026-11-29"))
        .doesNotContain("contract_unknown", "2026-11-29");
    OrderFacts facts = new OrderFacts(texts, new TimestampFormatter());
    assertThat(facts.order(json)).extracting(Fact::name).doesNotContain("note", "team");
    assertThat(facts.metadata(json))
        .containsExactly(Fact.prose("note", "one\ntwo"), Fact.of("team", "north"));
  }

  @Test
  void listsOrderEntriesWithoutEvents() {
    assertThat(timeline(UnknownValueOrders.order("failed", true)))
        .containsExactly(
            "Accepted / waiting", "Call ended: Answered / good", "Failed: Promises payment / bad");
    assertThat(timeline("{}")).containsExactly("Accepted / waiting");
  }

  @Test
  void listsChangesBetweenRevisions() {
    JsonNode before = Json.parse("{\"a\":1,\"calls\":[1],\"updated_at\":\"x\"}").orElseThrow();
    JsonNode now = Json.parse("{\"b\":[2],\"calls\":[],\"updated_at\":\"y\"}").orElseThrow();
    assertThat(OrderChanges.compare(before, now))
        .containsExactly(
            new OrderChanges.Change("/a", "1", ""), new OrderChanges.Change("/b/0", "", "2"));
  }

  @Test
  void formatsAmountsAndDatesInTheLanguageOfTheOperator() {
    JsonNode order =
        Json.parse(
                """
                {"subject":{"date_of_birth":"1971-03-04"},
                 "context":{"claim":{"outstanding":{"value":"1249.90","currency":"EUR"},
                  "original":{"value":"about 7","currency":"EUR"}}}}
                """)
            .orElseThrow();
    assertThat(values(order)).contains("1,249.90 EUR", "about 7 EUR", "4 Mar 1971");
    Locale.setDefault(Locale.GERMAN);
    assertThat(values(order)).contains("1.249,90 EUR", "about 7 EUR", "04.03.1971");
  }

  @Test
  void namesTheNumberThatWasCalledAsFarAsTheOrderTellsIt() {
    String order =
        """
        {"contacts":[{"channel":"email","value":"a@example.com"},
         {"channel":"phone","value":"+493023125021"}%s]}
        """;
    assertThat(called(order.formatted(""))).containsExactly(Fact.of("To", "+493023125021"));
    assertThat(called(order.formatted(",{\"channel\":\"phone\",\"value\":\"+493023125022\"}")))
        .containsExactly(Fact.of("To", "one of +493023125021, +493023125022"));
    assertThat(called("{\"redacted_at\":\"2026-11-23T13:00:00Z\"}"))
        .containsExactly(Fact.of("To", ""));
  }

  private static List<Fact> called(String order) {
    JsonNode json = Json.parse(order).orElseThrow();
    return new OrderFacts(Texts.of(OrderFacts.class), new TimestampFormatter())
        .call(json, json).stream().filter(fact -> fact.name().equals("To")).toList();
  }

  private static List<String> values(JsonNode order) {
    OrderFacts facts = new OrderFacts(Texts.of(OrderFacts.class), new TimestampFormatter());
    return Stream.concat(facts.subject(order).stream(), facts.claim(order).stream())
        .map(Fact::value)
        .toList();
  }
}
