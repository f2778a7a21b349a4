package eu.callorders.server.app;

import static eu.callorders.server.app.SuppressionBody.PATH;
import static eu.callorders.server.app.SuppressionBody.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListSuppressionsTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private String enter(String phone, String reference) {
    return api.post(PATH, entry(phone, reference)).is(201).id();
  }

  @Test
  void listsNewestFirstInPages() {
    List<String> entered = new ArrayList<>();
    for (int person = 0; person < 5; person++) {
      entered.addFirst(enter(null, "person-" + person));
    }
    List<String> listed = new ArrayList<>();
    ServiceResponse page = api.get(PATH + "?limit=2");
    listed.addAll(page.ids());
    while (page.body().path("has_more").asBoolean()) {
      page = api.get(PATH + "?limit=2&after=" + page.at("/next_cursor"));
      listed.addAll(page.ids());
    }

    assertThat(listed).isEqualTo(entered);
    assertThat(page.body().path("next_cursor").isNull()).isTrue();
  }

  @Test
  void filters() {
    String phone = enter("+493023125000", null);
    String both = enter("+493023125000", "erika");
    String person = enter(null, "erika");
    tenant
        .service()
        .sql(
            "UPDATE suppression SET source = 'operator' WHERE tenant_id = ? AND phone IS NULL",
            tenant.uuid());
    String number = "?phone=%2B493023125000";

    assertThat(api.get(PATH + number).ids()).containsExactly(both, phone);
    assertThat(api.get(PATH + "?subject_reference=erika").ids()).containsExactly(person, both);
    assertThat(api.get(PATH + number + "&subject_reference=erika").ids()).containsExactly(both);
    assertThat(api.get(PATH + "?source=operator").ids()).containsExactly(person);
    assertThat(api.get(PATH + "?source=api&subject_reference=erika").ids()).containsExactly(both);
    assertThat(api.get(PATH + number + "&source=operator").ids()).isEmpty();
    assertThat(api.get(PATH + "?source=somewhere_else").ids()).isEmpty();
    assertThat(api.get(PATH + "?subject_reference=max").ids()).isEmpty();
    ServiceResponse first = api.get(PATH + number + "&limit=1");
    assertThat(first.ids()).containsExactly(both);
    assertThat(api.get(PATH + number + "&limit=1&after=" + first.at("/next_cursor")).ids())
        .containsExactly(phone);
    api.get(PATH + "?limit=1&after=" + first.at("/next_cursor")).is(422, "invalid_cursor");
  }

  @ParameterizedTest
  @CsvSource({
    "phone=030, /query/phone invalid_phone_number",
    "phone=%2B4930, /query/phone invalid_phone_number",
    "subject_reference=, /query/subject_reference min_length",
    "scope=voice, /query/scope unknown_member",
    "limit=0, /query/limit minimum"
  })
  void rejectsInvalidQueries(String query, String expected) {
    assertThat(api.get(PATH + "?" + query).is(422, "validation_failed").errors())
        .containsExactly(expected);
  }

  @Test
  void hidesEntriesOfOtherTenants() {
    RunningTenant other = tenant.service().newTenant();
    String own = enter(null, "erika");

    assertThat(other.api().get(PATH).ids()).isEmpty();
    assertThat(other.api().get(PATH + "?subject_reference=erika").ids()).isEmpty();
    assertThat(api.get(PATH).ids()).containsExactly(own);
  }
}
