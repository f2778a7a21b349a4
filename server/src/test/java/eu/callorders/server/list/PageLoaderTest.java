package eu.callorders.server.list;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PageLoaderTest {
  private static final Position CUT = position(777);

  private final Cursors cursors =
      new Cursors(List.of(Cursors.CursorKey.of(1, "k".repeat(32).getBytes(UTF_8))));
  private final List<Integer> slices = new ArrayList<>();

  @Test
  void endsAtLimit() {
    JsonNode page = page(2, null, 1, 1, 1);
    assertThat(page.path("data")).hasSize(2);
    assertThat(next(page)).contains(position(1));
    assertThat(next(page(2, null, 1, 1))).isEmpty();
  }

  @Test
  void endsEarlyAtFourMebibytes() {
    int half = 2 << 20;
    assertThat(next(page(10, null, half, half, 1))).contains(position(0));
    assertThat(next(page(10, null, half - 100, half - 100))).isEmpty();
    assertThat(next(page(10, null, 5 << 20, 1))).as("one row at least").contains(position(0));
  }

  @Test
  void continuesAfterLastVisitedRow() {
    assertThat(next(page(10, CUT))).contains(CUT);
    assertThat(next(page(10, CUT, 1, 1))).contains(CUT);
    assertThat(next(page(2, CUT, 1, 1, 1))).contains(position(1));
    assertThat(next(page(10, CUT, 3 << 20, 3 << 20))).contains(position(0));
  }

  @Test
  void slicesFollowRowSizes() {
    page(100, null, IntStream.range(0, 100).map(row -> 100).toArray());
    assertThat(slices).containsExactly(10, 90);

    slices.clear();
    page(40, null, IntStream.range(0, 41).map(row -> 30_000).toArray());
    assertThat(slices).startsWith(10, 2, 2).allMatch(slice -> slice == 10 || slice <= 2);
    assertThat(slices.stream().mapToInt(Integer::intValue).sum()).isEqualTo(40);

    slices.clear();
    page(100, null, IntStream.range(0, 100).map(row -> 1 << 20).toArray());
    assertThat(slices).as("nothing behind the end of the page").containsExactly(10);
  }

  @Test
  void continuesAfterDeletedRows() {
    int gone = -1;
    assertThat(next(page(2, null, gone, gone, 1))).contains(position(1));
    assertThat(next(page(2, null, 1, gone, 1))).contains(position(1));
    assertThat(next(page(2, CUT, gone, gone))).contains(CUT);
    assertThat(next(page(2, null, gone, gone))).isEmpty();
    assertThat(next(page(10, null, 3 << 20, gone, 3 << 20))).contains(position(0));
  }

  @Test
  void continuesAfterDeletedSlice() {
    int gone = -1;
    JsonNode page =
        page(25, null, IntStream.range(0, 21).map(row -> row < 20 ? gone : 1).toArray());
    assertThat(page.path("data")).hasSize(1);
    assertThat(next(page)).isEmpty();
    assertThat(slices).containsExactly(10, 10, 1);
  }

  /**
   * Rows of these sizes, negative when deleted; row {@code n} is at {@link #position(long) position
   * n}.
   */
  private JsonNode page(int limit, @Nullable Position cut, int... sizes) {
    List<Position> found =
        IntStream.range(0, sizes.length).mapToObj(PageLoaderTest::position).toList();
    Reply reply =
        new PageLoader<UUID>(
                ListRequests.of(Map.of("limit", "" + limit)),
                cursors,
                new ListRows<>(found, found, cut),
                slice -> {
                  slices.add(slice.size());
                  return Future.succeededFuture(
                      slice.stream().filter(id -> sizes[(int) number(id)] >= 0).toList());
                },
                id -> Json.object().put("text", "x".repeat(sizes[(int) number(id)])),
                id -> position(number(id)))
            .page(10)
            .result();
    return Json.parse(reply.text());
  }

  private Optional<Position> next(JsonNode page) {
    assertThat(page.path("has_more").asBoolean()).isEqualTo(!page.path("next_cursor").isNull());
    return page.path("has_more").asBoolean()
        ? cursors.after(ListRequests.of(Map.of("after", page.path("next_cursor").asText())))
        : Optional.empty();
  }

  private static long number(UUID id) {
    return id.getLeastSignificantBits();
  }

  private static Position position(long row) {
    return new Position(Instant.parse("2026-11-20T08:00:00Z"), new UUID(0, row));
  }
}
