package eu.callorders.server.country;

import eu.callorders.core.window.CountryRule;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of the rules that operators have set. */
final class CountryRuleStore {
  static final int PAGE = 1_000;

  private static final String NEWER =
      """
      SELECT country, version, revision, document::text AS document, changed_at, changed_by
        FROM country_rule
       WHERE revision > $1
       ORDER BY revision
       LIMIT $2
      """;

  private static final String INSERT =
      """
      INSERT INTO country_rule (country, version, document, changed_at, changed_by)
      VALUES ($1, $2, $3::text::json, $4, $5)
      """;

  private CountryRuleStore() {}

  /** Up to {@link #PAGE} rows above the revision, in its order. */
  static Future<List<StoredCountryRule>> newer(SqlClient client, long revision) {
    return Statements.list(client, NEWER, Tuple.of(revision, PAGE), CountryRuleStore::stored);
  }

  static Future<Void> insert(
      SqlConnection connection, CountryRule rule, Instant changedAt, String changedBy) {
    return Statements.updateOne(
        connection,
        INSERT,
        rule.country(),
        rule.version(),
        CountryRuleDocument.write(rule).toString(),
        RowMapper.time(changedAt),
        changedBy);
  }

  private static StoredCountryRule stored(Row row) {
    CountryRule rule =
        CountryRuleDocument.read(
            row.getString("country"),
            row.getInteger("version"),
            Json.parse(row.getString("document")));
    return new StoredCountryRule(
        row.getLong("revision"),
        rule,
        RowMapper.instant(row, "changed_at"),
        row.getString("changed_by"));
  }
}
