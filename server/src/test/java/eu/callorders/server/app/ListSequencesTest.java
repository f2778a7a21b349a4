package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListSequencesTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private List<String> pages(String query) {
    List<String> listed = new ArrayList<>();
    ServiceResponse page = api.get(SequenceBody.PATH + query);
    listed.addAll(page.keys());
    while (page.body().path("has_more").asBoolean()) {
      page = api.get(SequenceBody.PATH + query + "&after=" + page.at("/next_cursor"));
      listed.addAll(page.keys());
    }
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
    return listed;
  }

  @Test
  void listsNewestFirstWithVersions() {
    for (String key : List.of("one", "two", "three")) {
      String id = SequenceBody.create(api, key);
      api.post(SequenceBody.versionsPath(id), SequenceBody.version()).is(201);
    }

    assertThat(pages("?limit=2")).containsExactly("three", "two", "one");
    ServiceResponse all = api.get(SequenceBody.PATH).is(200);
    assertThat(all.rows()).allMatch(row -> SequenceBody.statuses(row).size() == 2);
    assertThat(all.rows().getFirst())
        .isEqualTo(api.get(SequenceBody.path(all.at("/data/0/id"))).body());
  }

  @Test
  void pagesThroughEqualTimestamps() {
    List.of("one", "two", "three").forEach(key -> SequenceBody.create(api, key));
    tenant
        .service()
        .sql(
            "UPDATE sequence SET created_at = timestamptz '2026-01-01T00:00:00.123456Z'"
                + " WHERE tenant_id = ?",
            tenant.uuid());

    assertThat(pages("?limit=1")).containsExactlyInAnyOrder("one", "two", "three");
  }

  @Test
  void filtersByStatusAndKey() {
    SequenceBody.create(api, "draft_one");
    SequenceBody.activate(api, SequenceBody.create(api, "active_one"), 1).is(200);
    SequenceBody.archive(api, SequenceBody.create(api, "old_one")).is(200);

    assertThat(api.get(SequenceBody.PATH + "?status=draft").keys()).containsExactly("draft_one");
    assertThat(api.get(SequenceBody.PATH + "?status=active").keys()).containsExactly("active_one");
    assertThat(api.get(SequenceBody.PATH + "?status=archived").keys()).containsExactly("old_one");
    assertThat(api.get(SequenceBody.PATH + "?key=old_one").keys()).containsExactly("old_one");
    assertThat(api.get(SequenceBody.PATH + "?key=old_one&status=draft").keys()).isEmpty();
    assertThat(api.get(SequenceBody.PATH + "?key=NO%20key").keys()).isEmpty();
    assertThat(api.get(SequenceBody.PATH + "?status=gone&x=1").is(422).errors())
        .containsExactlyInAnyOrder("/query/status enum", "/query/x unknown_member");
  }

  @Test
  void rejectsCursorsOfOtherLists() {
    List.of("one", "two").forEach(key -> SequenceBody.create(api, key));
    String after = "?limit=1&after=" + api.get(SequenceBody.PATH + "?limit=1").at("/next_cursor");

    assertThat(api.get(SequenceBody.PATH + after).keys()).containsExactly("one");
    api.get(SequenceBody.PATH + after + "&status=draft").is(422, "invalid_cursor");
    api.get(SequenceBody.PATH + after + "x").is(422, "invalid_cursor");
    tenant.service().newTenant().api().get(SequenceBody.PATH + after).is(422, "invalid_cursor");
  }

  @Test
  void hidesSequencesOfOtherTenants() {
    SequenceBody.create(tenant.service().newTenant().api(), "theirs");

    assertThat(api.get(SequenceBody.PATH).keys()).isEmpty();
  }
}
