package eu.callorders.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.TestNode;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.search.SearchStore.FoundRow;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a search finds among many rows that contain its trigrams. */
class SearchStoreTest {
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER = new UUID(0, 2);
  private static final int ROWS = 2_500;

  @AutoClose private final TestNode node = new TestNode();
  private final Random random = new Random(1);

  /** Each has the trigrams of {@code abcabcabc}, but not in that order. */
  @BeforeEach
  void insertOtherOrders() {
    insert(IntStream.range(0, ROWS).mapToObj(number -> text(TENANT, "abcabc-" + number)).toList());
  }

  @Test
  void endsWhenManyRowsHaveTheTrigramsInAnotherOrder() {
    SearchText before = text(TENANT, "abcabcabc");
    insert(List.of(before));
    insert(IntStream.range(0, 10).mapToObj(number -> text(TENANT, "cabca" + number)).toList());

    ListRows<FoundRow> found = find("abcabcabc", null);

    assertThat(found.found()).containsExactly(new FoundRow(SearchKind.ORDER, before.id()));
    assertThat(found.lastVisited()).as("it has not compared all").isNotNull();
    assertThat(find("abcabcabcabc", TENANT).found()).isEmpty();
  }

  @Test
  void comparesAllRowsThatAreFew() {
    SearchText only = text(OTHER, "abcabcabc");
    insert(List.of(only));
    insert(IntStream.range(0, ROWS).mapToObj(number -> text(TENANT, "other-" + number)).toList());

    ListRows<FoundRow> found = find("abcabcabc", OTHER);

    assertThat(found.found()).containsExactly(new FoundRow(SearchKind.ORDER, only.id()));
    assertThat(found.lastVisited()).isNull();
  }

  @Test
  void comparesLongTextsToTheirEnd() {
    String begin = "abcdefghijklmnopqrstuvwxyz0123456789-";
    SearchText one = text(TENANT, begin + "one");
    insert(List.of(one, text(TENANT, begin + "two")));

    assertThat(find(begin + "one", null).found())
        .containsExactly(new FoundRow(SearchKind.ORDER, one.id()));
  }

  private SearchText text(UUID tenantId, String reference) {
    UUID id = UuidV7.at(TestNode.START, random);
    return new SearchText(SearchKind.ORDER, id, tenantId, reference, null, null, List.of());
  }

  private void insert(List<SearchText> texts) {
    TestNode.await(node.database.asWorker(connection -> SearchStore.insert(connection, texts)));
  }

  private ListRows<FoundRow> find(String q, UUID tenantId) {
    return TestNode.await(
        node.database.asWorker(
            connection -> SearchStore.find(connection, SearchQuery.of(q), tenantId, 26)));
  }
}
