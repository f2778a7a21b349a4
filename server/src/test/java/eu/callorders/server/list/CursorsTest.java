package eu.callorders.server.list;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CursorsTest {
  private static final UUID TENANT = new UUID(1, 2);
  private static final Cursors.CursorKey OLD =
      Cursors.CursorKey.of(7, "o".repeat(32).getBytes(UTF_8));
  private static final Cursors.CursorKey NEW =
      Cursors.CursorKey.of(200, "n".repeat(32).getBytes(UTF_8));
  private static final Cursors.Position POSITION =
      new Cursors.Position(Instant.parse("2026-11-20T08:00:00.123456Z"), new UUID(-3, 4));

  private final Cursors cursors = new Cursors(List.of(OLD));

  @Test
  void restoresPosition() {
    String cursor = cursors.create(listing("listCalls", Map.of()), POSITION);
    assertThat(cursor).matches("[A-Za-z0-9_-]{40,80}");
    assertThat(cursors.after(listing("listCalls", Map.of("after", cursor, "limit", "3"))))
        .contains(POSITION);
    assertThat(cursors.after(listing("listCalls", Map.of()))).isEmpty();
  }

  @Test
  void supportsInstantsBefore1970() {
    Cursors.Position old =
        new Cursors.Position(Instant.parse("1969-12-31T23:59:59.999999Z"), new UUID(0, 0));
    String cursor = cursors.create(listing("listCalls", Map.of()), old);
    assertThat(cursors.after(listing("listCalls", Map.of("after", cursor)))).contains(old);
  }

  @Test
  void isBoundToListAndTenant() {
    String cursor = cursors.create(listing("listCalls", Map.of("status", "a, b=c")), POSITION);
    assertForeign(listing("listEvents", Map.of("status", "a, b=c", "after", cursor)));
    assertForeign(listing("listCalls", Map.of("after", cursor)));
    assertForeign(listing("listCalls", Map.of("status", "a", "b", "c", "after", cursor)));
    ApiRequest theirs =
        ListRequests.of(new UUID(9, 9), "listCalls", Map.of("status", "a, b=c", "after", cursor));
    assertForeign(theirs);
  }

  @Test
  void rejectsAlteredCursors() {
    String cursor = cursors.create(listing("listCalls", Map.of()), POSITION);
    for (int position = 0; position < cursor.length(); position++) {
      for (char other : new char[] {'A', 'B', 'z', '_', '=', ' '}) {
        if (cursor.charAt(position) != other) {
          String altered = cursor.substring(0, position) + other + cursor.substring(position + 1);
          assertForeign(listing("listCalls", Map.of("after", altered)));
        }
      }
    }
    for (String rubbish :
        List.of("", "A", "AAAA", cursor + "A", cursor + "=", "ä", "a".repeat(9999))) {
      assertForeign(listing("listCalls", Map.of("after", rubbish)));
    }
  }

  @Test
  void acceptsOldKeyAfterRotation() {
    ApiRequest request = listing("listCalls", Map.of());
    String cursor = cursors.create(request, POSITION);
    Cursors rotated = new Cursors(List.of(NEW, OLD));
    assertThat(rotated.after(listing("listCalls", Map.of("after", cursor)))).contains(POSITION);
    String fresh = rotated.create(request, POSITION);
    assertForeign(listing("listCalls", Map.of("after", fresh)));
    assertThat(fresh).isNotEqualTo(cursor);
  }

  @Test
  void bindsCustomPositionsToPurpose() {
    String cursor = cursors.create(TENANT, "feed", new byte[] {1, 2, 3});
    assertThat(cursors.read(TENANT, "feed", cursor, "/after")).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> cursors.read(TENANT, "food", cursor, "/after"))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().code()).isEqualTo(ProblemCode.INVALID_CURSOR);
              assertThat(refusal.problem().errors().getFirst().pointer()).isEqualTo("/after");
              assertThat(refusal.problem().errors().getFirst().in()).isEqualTo("body");
            });
    assertForeign(listing("listCalls", Map.of("after", cursor)));
  }

  private void assertForeign(ApiRequest request) {
    assertThatThrownBy(() -> cursors.after(request))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> {
              assertThat(refusal.problem().code()).isEqualTo(ProblemCode.INVALID_CURSOR);
              assertThat(refusal.problem().errors().getFirst().pointer()).isEqualTo("/query/after");
            });
  }

  private static ApiRequest listing(String operation, Map<String, String> query) {
    return ListRequests.of(TENANT, operation, query);
  }
}
