package eu.callorders.server.country;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryTableParser;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.json.Json;
import eu.callorders.server.window.JollydayHolidays;
import io.vertx.core.Future;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The rules of countries as two nodes with one database see them. */
class CountryRulesTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-11-27");
  private static final String RULE =
      """
      {"local_call_times": [{"days": ["mon", "sat"], "from": "10:00", "to": "12:00"}],
       "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  @AutoClose private final TestNode node = new TestNode();
  private final CountryRules here = new CountryRules(new JollydayHolidays());
  private final CountryRules there = new CountryRules(new JollydayHolidays());
  private final CountryRuleEditor editor =
      new CountryRuleEditor(here, new AuditLog(node.clock, new Random(1)), node.clock);

  @Test
  void everyNodeReadsChangesOfOthers() {
    load(here);
    load(there);

    replace("DE", RULE);
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/1");
    load(there);

    assertThat(inForce(there, "DE").id()).isEqualTo("DE/2");
    assertThat(inForce(there, "DE").source()).isEqualTo("a law");
    assertThat(inForce(there, "AT").id()).isEqualTo("AT/1");
    replace("DE", rule("another law"));
    replace("CH", RULE);
    load(there);
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/3");
    assertThat(inForce(there, "CH").id()).isEqualTo("CH/1");
    assertThat(inForce(new CountryRules(new JollydayHolidays()), "CH").country())
        .isEqualTo(CountryTable.ELSEWHERE);
  }

  @Test
  void readWithoutChangesKeepsSnapshot() {
    replace("DE", RULE);
    CountryRuleSnapshot first = await(there.load(node.database.workers()));

    assertThat(await(there.load(node.database.workers()))).isSameAs(first);
  }

  @Test
  void nodeWithoutDatabaseKeepsItsRules() {
    replace("DE", RULE);
    load(there);
    await(node.database.close());

    failure(there.load(node.database.workers()));

    assertThat(inForce(there, "DE").id()).isEqualTo("DE/2");
  }

  @Test
  void changeThatIsRolledBackIsSeenByNoNode() {
    failure(
        node.database.asWorker(
            connection ->
                editor
                    .replace(connection, "DE", Json.parse(RULE), null, "operator")
                    .compose(done -> Future.failedFuture("rolled back"))));
    load(here);
    load(there);

    assertThat(inForce(here, "DE").id()).isEqualTo("DE/1");
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/1");
    replace("DE", RULE);
    load(there);
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/2");
  }

  @Test
  void rulesThatAnOlderCopyLacksEndWithTheEra() {
    replace("DE", RULE);
    load(there);
    sql("DELETE FROM country_rule");

    there.invalidate();
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/2");
    load(there);

    assertThat(inForce(there, "DE").id()).isEqualTo("DE/1");
  }

  @Test
  void readsMoreRowsThanOnePage() {
    int last = CountryRuleStore.PAGE + 2;
    sql(
        """
        INSERT INTO country_rule (country, version, document, changed_at, changed_by)
        SELECT 'DE', version, '%s', now(), 'x' FROM generate_series(2, %d) AS version
        """
            .formatted(RULE, last));

    load(there);

    assertThat(inForce(there, "DE").version()).isEqualTo(last);
  }

  @Test
  void planOfLaterDayLeavesVersionBeforeInForce() {
    ObjectNode later = (ObjectNode) Json.parse(RULE);
    replace("DE", later.put("valid_from", "2027-01-01").toString());

    assertThat(inForce(here, "DE").id()).isEqualTo("DE/1");
    CountryTable table = here.windows().countries();
    assertThat(table.ruleFor("DE", LocalDate.parse("2027-01-01")).id()).isEqualTo("DE/2");
    assertThat(table.newest("DE").orElseThrow().id()).isEqualTo("DE/2");
  }

  @Test
  void refusesStaleVersionAndSkipsEqualRule() {
    replace("DE", "\"1\"", Json.parse(RULE));

    Throwable stale =
        failure(
            node.database.asWorker(
                connection ->
                    editor.replace(connection, "DE", Json.parse(RULE), "\"1\"", "operator")));

    assertThat(((ProblemException) stale).problem().code())
        .isEqualTo(ProblemCode.PRECONDITION_FAILED);
    replace("DE", "\"2\"", Json.parse(RULE));
    assertThat(sql("SELECT count(*)::text FROM country_rule")).isEqualTo("1");
    assertThat(sql("SELECT string_agg(action || ' ' || target, ',') FROM audit_entry"))
        .isEqualTo("country.updated DE/2");
  }

  @Test
  void missingRulesAreAddedOnlyForCountriesWithoutRows() {
    replace("DE", RULE);
    List<CountryRule> file =
        CountryTableParser.parse(
            """
            DE | 7 | 2020-01-01 | 09:00-12:00 | - | - | no | - | - | 2026-11-20 | a file
            CH | 1 | 2020-01-01 | 09:00-12:00 | - | - | no | 3 | - | 2026-11-20 | a file
            CH | 2 | 2027-01-01 | 09:00-13:00 | - | - | yes | 3 | 1 | 2026-11-20 | a file
            """);

    assertThat(addMissing(file)).extracting(CountryRule::id).containsExactly("CH/1", "CH/2");
    assertThat(addMissing(file)).isEmpty();

    load(there);
    assertThat(inForce(there, "DE").id()).isEqualTo("DE/2");
    assertThat(there.windows().countries().rules()).containsAll(file.subList(1, 3));
  }

  private List<CountryRule> addMissing(List<CountryRule> rules) {
    return await(node.database.asWorker(connection -> editor.addMissing(connection, rules)));
  }

  private static String rule(String source) {
    return RULE.replace("a law", source);
  }

  private void replace(String country, String rule) {
    replace(country, null, Json.parse(rule));
  }

  private void replace(String country, String ifMatch, JsonNode rule) {
    await(
        node.database.asWorker(
            connection -> editor.replace(connection, country, rule, ifMatch, "operator")));
    load(here);
  }

  private void load(CountryRules rules) {
    await(rules.load(node.database.workers()));
  }

  private static CountryRule inForce(CountryRules rules, String country) {
    return rules.windows().countries().ruleFor(country, TODAY);
  }

  /** The first value; null without rows. */
  private String sql(String statement) {
    return await(
        node.database
            .workers()
            .query(statement)
            .execute()
            .map(rows -> rows.size() == 0 ? null : rows.iterator().next().getString(0)));
  }
}
