package eu.callorders.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search and the loop that fills its index use indexes, however many rows there are. */
class SearchQueryPlanTest {
  private static final UUID TENANT = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'accepted', 'type', 1, 'person-' || n, now(), now(), now()
        FROM generate_series(1, 20000) AS n
      """;

  private static final String TEXTS =
      """
      INSERT INTO search_text (id, tenant_id, kind, number, text, phones)
      SELECT md5('order' || n)::uuid, $1, 'order', n, 'person-' || n, ''
        FROM generate_series(1, 20000) AS n
      """;

  private static final String TRIGRAMS =
      """
      INSERT INTO search_trigram (number, keys)
      SELECT number, ARRAY[(number >> 12) << 24 | 1, (number >> 12) << 24 | number % 1000]
        FROM search_text
       WHERE tenant_id = $1
      """;

  @AutoClose
  private static final LargeTables tables =
      new LargeTables(
          TENANT,
          "call_order, enrollment, search_text, search_trigram",
          List.of(ORDERS, TEXTS, TRIGRAMS));

  @Test
  void searchLooksIntoTheIndexOfEachBlock() {
    Tuple parameters =
        Tuple.tuple()
            .addArrayOfInteger(new Integer[] {1, 7})
            .addArrayOfInteger(new Integer[0])
            .addString("person-7")
            .addString(null)
            .addUUID(null)
            .addInteger(26);

    assertThat(tables.workerPlan(SearchStore.FIND, parameters))
        .contains(
            "Bitmap Index Scan on search_trigram_keys", "Index Cond: (number = candidate.number)")
        .doesNotContain("Seq Scan", "Index Scan using search_trigram", "Hash");
  }

  @ParameterizedTest
  @EnumSource(SearchKind.class)
  void loopReadsRowsBetweenTwoIdentifiers(SearchKind kind) {
    Tuple parameters =
        Tuple.of(new UUID(0, 0), new UUID(1, 0)).addArrayOfUUID(new UUID[0]).addInteger(200);

    String statement =
        kind == SearchKind.ORDER
            ? SearchSource.UNINDEXED_ORDERS
            : SearchSource.UNINDEXED_ENROLLMENTS;

    assertThat(tables.workerPlan(statement, parameters))
        .containsPattern(
            "_pkey on (call_order|enrollment) r\\s+Index Cond: \\(\\(id > .+ AND \\(id <=")
        .containsPattern("search_text_pkey on search_text t\\s+Index Cond: \\(id = r.id\\)")
        .doesNotContain("Seq Scan", "Sort", "Hash");
  }
}
