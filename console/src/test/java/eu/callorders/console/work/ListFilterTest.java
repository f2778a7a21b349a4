package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Query;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ListFilterTest {
  private record Row(String status, String key, String createdAt) {}

  private static final LocalDate CREATED = LocalDate.of(2026, 11, 20);
  private static final Row ROW = new Row("active", "k", "2026-11-20T00:00:00.000Z");

  private final ListFilter<Row> filter =
      new ListFilter<>(ZoneOffset.UTC, Row::createdAt)
          .with("status", Row::status)
          .with("sequence_key", Row::key);

  private boolean matches(String status, String key) {
    filter.text("status").set(status);
    filter.text("sequence_key").set(key);
    return filter.predicate().test(ROW);
  }

  @Test
  void matchesOnlyWhenAllParametersMatch() {
    assertThat(filter.predicate().test(ROW)).isTrue();
    assertThat(matches("active", " k ")).isTrue();
    assertThat(filter.query())
        .isEqualTo(Query.none().with("status", "active").with("sequence_key", "k"));
    assertThat(matches("paused", "k")).isFalse();
    assertThat(matches("active", "l")).isFalse();
    assertThat(matches("", "k")).isTrue();
  }

  @Test
  void includesFirstAndLastDay() {
    filter.from().set(CREATED);
    filter.to().set(CREATED);
    assertThat(filter.predicate().test(ROW)).isTrue();
    filter.from().set(CREATED.plusDays(1));
    assertThat(filter.predicate().test(ROW)).isFalse();
    filter.from().set(null);
    filter.to().set(CREATED.minusDays(1));
    assertThat(filter.predicate().test(ROW)).isFalse();
    assertThat(filter.query())
        .isEqualTo(Query.none().with("created_before", "2026-11-20T00:00:00Z"));
  }

  @Test
  void clearMatchesAllRows() {
    filter.from().set(CREATED.plusDays(1));
    assertThat(matches("paused", "l")).isFalse();
    filter.clear();
    assertThat(filter.predicate().test(ROW)).isTrue();
    assertThat(filter.query()).isEqualTo(Query.none());
  }

  @Test
  void takesParametersAndTheLastDayOfALink() {
    filter.from().set(CREATED);
    filter.text("sequence_key").set("k");
    filter.set(Map.of("status", "active", ListFilter.LAST_DAY, "2026-11-20"));
    assertThat(filter.query())
        .isEqualTo(
            Query.none().with("status", "active").with("created_before", "2026-11-21T00:00:00Z"));
    assertThat(filter.to().get()).isEqualTo(CREATED);
  }
}
