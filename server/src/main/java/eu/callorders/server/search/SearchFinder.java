package eu.callorders.server.search;

import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.search.SearchStore.FoundRow;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds orders and enrollments by their texts, phones and identifiers. */
public final class SearchFinder {
  private static final Comparator<SearchHit> NEWEST_FIRST =
      Comparator.comparing((SearchHit hit) -> hit.text().id()).reversed();

  private SearchFinder() {}

  /**
   * What a search has found.
   *
   * @param hits newest first
   */
  public record Found(List<SearchHit> hits, boolean hasMore) {}

  /** Searches as a worker; all tenants without a tenant's id. */
  public static Future<Found> find(
      SqlConnection connection, SearchQuery query, @Nullable UUID tenantId, int limit) {
    int withNext = limit + 1;
    Future<ListRows<FoundRow>> texts = SearchStore.find(connection, query, tenantId, withNext);
    Future<ListRows<Position>> orders =
        identifiers(connection, SearchKind.ORDER, query, tenantId, withNext);
    Future<ListRows<Position>> enrollments =
        identifiers(connection, SearchKind.ENROLLMENT, query, tenantId, withNext);
    return Future.join(texts, orders, enrollments)
        .compose(
            found ->
                load(
                    connection,
                    query,
                    limit,
                    texts.result(),
                    orders.result(),
                    enrollments.result()));
  }

  private static Future<ListRows<Position>> identifiers(
      SqlConnection connection,
      SearchKind kind,
      SearchQuery query,
      @Nullable UUID tenantId,
      int limit) {
    return query
        .range(kind)
        .map(range -> SearchSource.inRange(connection, kind, range, tenantId, limit))
        .orElseGet(() -> Future.succeededFuture(ListRows.empty()));
  }

  private static Future<Found> load(
      SqlConnection connection,
      SearchQuery query,
      int limit,
      ListRows<FoundRow> texts,
      ListRows<Position> orders,
      ListRows<Position> enrollments) {
    return SearchSource.load(connection, SearchKind.ORDER, ids(SearchKind.ORDER, texts, orders))
        .compose(
            hits ->
                SearchSource.load(
                        connection,
                        SearchKind.ENROLLMENT,
                        ids(SearchKind.ENROLLMENT, texts, enrollments))
                    .map(more -> Stream.concat(hits.stream(), more.stream())))
        .map(
            hits ->
                hits.filter(hit -> !hit.text().matched(query).isEmpty()) // not redacted meanwhile
                    .sorted(NEWEST_FIRST)
                    .toList())
        .map(
            hits ->
                new Found(
                    hits.subList(0, Math.min(limit, hits.size())),
                    hits.size() > limit
                        || Stream.of(texts, orders, enrollments)
                            .anyMatch(rows -> rows.lastVisited() != null)));
  }

  private static Set<UUID> ids(
      SearchKind kind, ListRows<FoundRow> texts, ListRows<Position> inRange) {
    Set<UUID> ids = new LinkedHashSet<>();
    texts.found().stream().filter(row -> row.kind() == kind).forEach(row -> ids.add(row.id()));
    inRange.found().forEach(position -> ids.add(position.id()));
    return ids;
  }
}
