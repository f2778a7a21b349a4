package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits of a new sequence and the faults beyond them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SequenceFaultsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @Test
  void limitsStepsAndConditions() {
    ObjectNode body = SequenceBody.of("k".repeat(64)).put("title", "t".repeat(200));
    ArrayNode steps = body.putArray("steps");
    ArrayNode exits = body.putArray("exit_conditions");
    IntStream.range(0, 20).forEach(each -> steps.add(waiting("s" + each)));
    IntStream.range(0, 10).forEach(each -> exits.add(signal("a.b" + each)));
    ArrayNode skips = ((ObjectNode) steps.get(0)).putArray("skip_remaining_if");
    IntStream.range(0, 10).forEach(each -> skips.add(signal("s".repeat(64))));
    ((ObjectNode) steps.get(0)).put("id", "i".repeat(64));
    api.post(SequenceBody.PATH, body).is(201);

    steps.add(waiting("s20"));
    exits.add(signal("a.b"));
    skips.add(signal("a.b"));
    body.put("key", "k".repeat(65)).put("title", "t".repeat(201));
    ((ObjectNode) steps.get(1)).put("id", "i".repeat(65));
    assertThat(api.post(SequenceBody.PATH, body).is(422, "validation_failed").errors())
        .contains(
            "/key pattern",
            "/title max_length",
            "/steps max_items",
            "/exit_conditions max_items",
            "/steps/0/skip_remaining_if max_items",
            "/steps/1/id pattern");
  }

  private static JsonNode waiting(String id) {
    return Json.parse(
        "{\"id\": \"" + id + "\", \"type\": \"wait\", \"after\": {\"min\": \"P1D\"}}");
  }

  private static JsonNode signal(String type) {
    return Json.object().put("type", "signal").put("signal_type", type);
  }

  /** One fault each, without consequential ones. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "`id`: `w`, `type`: `wait` | /after required",
        "`id`: `w`, `type`: `wait`, `until`: {} | /until min_items",
        "`id`: `w`, `type`: `wait`, `after`: {} | /after min_items",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P3D`, `max`: `P2D`} | /after inconsistent",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT25H`, `max`: `P1D`} | /after inconsistent",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1M`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`max`: `P1Y`} | /after/max pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1W`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT30S`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1DT`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `-P1D`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `PT1.5H`} | /after/min pattern",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: 2} | /after/min type",
        "`id`: `w`, `type`: `wait`, `after`: {`least`: `P1D`, `min`: `P1D`} | /after/least"
            + " unknown_member",
        "`id`: `w`, `type`: `wait`, `until`: {`local_time`: `24:00`} | /until/local_time pattern",
        "`id`: `w`, `type`: `wait`, `until`: {`local_time`: `9:00`} | /until/local_time pattern",
        "`id`: `w`, `type`: `wait`, `until`: {`date`: `2027-02-29`} | /until/date format",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `order_type`: `x` | /order_type"
            + " unknown_member",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `skip_remaining_if`: [{`type`:"
            + " `signal`}] | /skip_remaining_if/0/signal_type required",
        "`id`: `w`, `type`: `wait`, `after`: {`min`: `P1D`}, `skip_remaining_if`: [{`type`:"
            + " `do_not_call`, `signal_type`: `a.b`}] | /skip_remaining_if/0/signal_type"
            + " inconsistent",
        "`id`: `w`, `type`: `sleep`, `for`: 1 | /type enum",
        "`id`: `w`, `after`: {`min`: `P1D`} | /type required",
        "`id`: `W`, `type`: `wait`, `after`: {`min`: `P1D`} | /id pattern",
        "`type`: `wait`, `after`: {`min`: `P1D`} | /id required",
        "`id`: `c`, `type`: `create_order` | /order_type required",
        "`id`: `c`, `type`: `create_order`, `order_type`: `` | /order_type min_length",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `after`: {} | /after"
            + " unknown_member",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_when`: {`summary_codes`:"
            + " [`a`]} | /exit_reason required",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: `r`, `exit_when`:"
            + " {} | /exit_when min_items",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: `r`, `exit_when`:"
            + " {`reachability`: []} | /exit_when/reachability min_items",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `exit_reason`: ``, `exit_when`:"
            + " {`reachability`: [`x`]} | /exit_reason min_length",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`max_attempts`: 11}"
            + " | /scheduling/max_attempts maximum",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`window`:"
            + " {`not_before`: `2027-01-02T00:00:00Z`, `not_after`: `2027-01-01T00:00:00Z`}} |"
            + " /scheduling/window inconsistent",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `scheduling`: {`local_call_times`:"
            + " [{`days`: [`mon`], `from`: `12:00`, `to`: `09:00`}]} |"
            + " /scheduling/local_call_times/0 inconsistent",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `variables`: [] | /variables type",
        "`id`: `c`, `type`: `create_order`, `order_type`: `x`, `negotiation`: {`settlement`:"
            + " {`conclusion_mode`: `conclude`}} | /negotiation/settlement/conclusion_mode enum",
      })
  void reportsFaultOfStep(String step, String expected) {
    String json = "{" + step.replace('`', '"') + "}";
    ObjectNode body = SequenceBody.of("faulty", waiting("first").toString(), json);

    ServiceResponse refused = api.post(SequenceBody.PATH, body).is(422, "validation_failed");

    assertThat(refused.errors()).containsExactly("/steps/1" + expected);
    if (expected.endsWith("/after inconsistent")) {
      assertThat(refused.at("/detail/0/ctx/rule")).isEqualTo("not_longer");
    } else if (expected.startsWith("/scheduling") && expected.endsWith("inconsistent")) {
      assertThat(refused.at("/detail/0/ctx/rule")).isEqualTo("earlier");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "{`type`: `signal`} | /signal_type required",
        "{`type`: `signal`, `signal_type`: ``} | /signal_type min_length",
        "{`type`: `subject_reached`, `signal_type`: `a.b`} | /signal_type inconsistent",
        "{`type`: `weather`} | /type enum",
        "{`type`: `weather`, `signal_type`: `a.b`} | /type enum",
        "{`signal_type`: `a.b`} | /type required",
        "{`type`: `do_not_call`, `since`: 1} | /since unknown_member",
      })
  void reportsFaultOfExitCondition(String condition, String expected) {
    ObjectNode body = SequenceBody.of("faulty");
    body.set("exit_conditions", Json.parse("[" + condition.replace('`', '"') + "]"));

    ServiceResponse refused = api.post(SequenceBody.PATH, body).is(422, "validation_failed");

    assertThat(refused.errors()).containsExactly("/exit_conditions/0" + expected);
  }

  @Test
  void reportsAllFaults() {
    ObjectNode body =
        SequenceBody.of(
            "Faulty",
            "{\"id\": \"a\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\", \"max\": \"P1D\"}}",
            "{\"id\": \"a\", \"type\": \"sleep\"}",
            "{\"id\": \"a\", \"type\": \"create_order\", \"scheduling\": {\"local_call_times\":"
                + " [{\"days\": [\"mon\"], \"from\": \"12:00\", \"to\": \"09:00\"}]}}");
    body.putObject("trigger").put("signal_type", "overdue").put("enrollment_policy", "parallel");

    assertThat(api.post(SequenceBody.PATH, body).is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder(
            "/key pattern",
            "/trigger/signal_type pattern",
            "/trigger/enrollment_policy enum",
            "/steps/0/after inconsistent",
            "/steps/1/type enum",
            "/steps/1/id not_unique",
            "/steps/2/order_type required",
            "/steps/2/id not_unique",
            "/steps/2/scheduling/local_call_times/0 inconsistent");
  }

  @Test
  void acceptsEqualSpansAndUnknownOrderTypes() {
    api.post(
            SequenceBody.PATH,
            SequenceBody.of(
                "equal",
                "{\"id\": \"a\", \"type\": \"wait\", \"after\": {\"min\": \"PT24H\", \"max\":"
                    + " \"P1D\"}}",
                "{\"id\": \"b\", \"type\": \"create_order\", \"order_type\": \"of_tomorrow\"}"))
        .is(201);
  }

  @Test
  void reportsMissingMembers() {
    assertThat(api.send("POST", SequenceBody.PATH, "{}").is(422).errors())
        .containsExactlyInAnyOrder(
            "/key required", "/title required", "/trigger required", "/steps required");
    assertThat(
            api.send("POST", SequenceBody.PATH, "{\"trigger\": {}, \"steps\": [], \"x\": 1}")
                .is(422)
                .errors())
        .contains("/trigger/signal_type required", "/steps min_items", "/x unknown_member");
  }
}
