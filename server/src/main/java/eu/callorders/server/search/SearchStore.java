package eu.callorders.server.search;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The index of the search. Callers that write hold the subjects' locks. */
public final class SearchStore {
  private static final String INSERT =
      """
      WITH new AS MATERIALIZED (
        SELECT nextval('search_number') AS number, given.*
          FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[])
            AS given (id, tenant_id, kind, text, phones, codes)
         WHERE NOT EXISTS (SELECT FROM search_text t WHERE t.id = given.id)),
      texts AS (
        INSERT INTO search_text (id, tenant_id, kind, number, text, phones)
        SELECT id, tenant_id, kind, number, text, phones FROM new)
      INSERT INTO search_trigram (number, keys)
      SELECT number, ARRAY(SELECT (number >> 12) << 24 | code FROM unnest(codes::int[]) AS code)
        FROM new
      """;

  private static final String DELETE =
      """
      WITH deleted AS (
        DELETE FROM search_text WHERE tenant_id = $1 AND id = ANY ($2) RETURNING number)
      DELETE FROM search_trigram t USING deleted WHERE t.number = deleted.number
      """;

  /**
   * Goes through blocks of 4,096 rows, newest first, until it has found enough, or has compared
   * 2,000 rows that contain the trigrams in another order. Materialized and ordered by an
   * expression, so that no plan reads all rows in the order of their numbers.
   */
  static final String FIND =
      """
      SELECT id, kind, matches, row_index = 2000 AS cut
        FROM (SELECT hit.id, hit.kind, hit.matches, row_number() OVER () AS row_index
                FROM generate_series((SELECT max(number) >> 12 FROM search_trigram),
                                     (SELECT min(number) >> 12 FROM search_trigram), -1) AS block
               CROSS JOIN LATERAL (
                     SELECT (SELECT array_agg(block << 24 | code)
                               FROM unnest($1::int[]) AS code) AS text,
                            (SELECT array_agg(block << 24 | code)
                               FROM unnest($2::int[]) AS code) AS phones
                     ) AS wanted
               CROSS JOIN LATERAL (
                     WITH candidate AS MATERIALIZED (
                       SELECT number
                         FROM search_trigram
                        WHERE keys @> wanted.text OR keys @> wanted.phones)
                     SELECT t.id, t.kind,
                            (strpos(t.text, $3) > 0 OR strpos(t.phones, $4) > 0) IS TRUE
                              AND ($5::uuid IS NULL OR t.tenant_id = $5) AS matches
                       FROM candidate
                       JOIN search_text t ON t.number = candidate.number
                      ORDER BY -t.number) AS hit
               LIMIT 2000) AS visited
       WHERE matches OR row_index = 2000
       LIMIT $6
      """;

  private static final String POSITION = "SELECT position FROM search_cursor WHERE kind = $1";

  private static final String SAVE_POSITION =
      "UPDATE search_cursor SET position = $2 WHERE kind = $1";

  private SearchStore() {}

  /** The order or enrollment of a row. */
  record FoundRow(SearchKind kind, UUID id) {
    private static FoundRow of(Row row) {
      return new FoundRow(SearchKind.of(row.getString("kind")), row.getUUID("id"));
    }

    private Position position() {
      return new Position(UuidV7.instantOf(id), id);
    }
  }

  /** Adds those orders or enrollments that are not in the index. */
  static Future<Void> insert(SqlConnection connection, List<SearchText> texts) {
    return BatchStatement.of(INSERT, texts)
        .uuids(SearchText::id)
        .uuids(SearchText::tenantId)
        .strings(text -> text.kind().wire())
        .strings(SearchText::normalized)
        .strings(SearchText::phoneDigits)
        .strings(text -> arrayLiteral(text.codes()))
        .execute(connection)
        .mapEmpty();
  }

  private static String arrayLiteral(IntStream codes) {
    return codes.mapToObj(Integer::toString).collect(Collectors.joining(",", "{", "}"));
  }

  /**
   * Adds an order or enrollment, or replaces what the index has of it: for those that the loop does
   * not find because their ids are old, or finds before their subject data is known.
   */
  public static Future<Void> save(SqlConnection connection, SearchText text) {
    return delete(connection, text.tenantId(), List.of(text.id()))
        .compose(deleted -> insert(connection, List.of(text)));
  }

  /** Deletes orders or enrollments of one tenant from the index. */
  public static Future<Void> delete(SqlConnection connection, UUID tenantId, Collection<UUID> ids) {
    return Statements.execute(connection, DELETE, RowMapper.tenantAndIds(tenantId, ids));
  }

  /** Rows that contain the query, newest first; of all tenants without a tenant's id. */
  static Future<ListRows<FoundRow>> find(
      SqlConnection connection, SearchQuery query, @Nullable UUID tenantId, int limit) {
    Integer[] text = codes(query.textCodes(), tenantId);
    Integer[] phones =
        query.digits() == null ? new Integer[0] : codes(query.phoneCodes(), tenantId);
    return connection
        .preparedQuery(FIND)
        .execute(
            Tuple.tuple()
                .addArrayOfInteger(text)
                .addArrayOfInteger(phones)
                .addString(query.text())
                .addString(query.digits() == null ? null : query.digits() + "\n")
                .addUUID(tenantId)
                .addInteger(limit))
        .map(rows -> ListStatement.read(rows, FoundRow::of, row -> FoundRow.of(row).position()));
  }

  /** With that of the tenant, so that rows of other tenants are not read. */
  private static Integer[] codes(IntStream codes, @Nullable UUID tenantId) {
    Stream<Integer> tenant =
        tenantId == null ? Stream.empty() : Stream.of(Trigrams.ofTenant(tenantId));
    return Stream.concat(codes.boxed(), tenant).distinct().toArray(Integer[]::new);
  }

  /** How far the index is complete. */
  static Future<UUID> position(SqlConnection connection, SearchKind kind) {
    return Statements.one(connection, POSITION, Tuple.of(kind.wire()), row -> row.getUUID(0));
  }

  static Future<Void> savePosition(SqlConnection connection, SearchKind kind, UUID position) {
    return Statements.updateOne(connection, SAVE_POSITION, kind.wire(), position);
  }
}
