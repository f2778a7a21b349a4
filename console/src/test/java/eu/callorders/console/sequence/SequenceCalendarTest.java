package eu.callorders.console.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import eu.callorders.console.sequence.SequenceCalendar.Mark;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import org.junit.jupiter.api.Test;

class SequenceCalendarTest {
  static final String PREVIEW =
      """
      {"from": "2026-12-30T23:30:00.000Z", "timezone": "Europe/Berlin",
       "earliest": {"ended_at": "2027-01-01T09:00:00.000Z", "steps": [
         {"id": "pause", "type": "wait", "ended_at": "2026-12-31T08:00:00.000Z"},
         {"id": "call", "type": "create_order", "ended_at": "2026-12-31T08:00:00.000Z",
          "dials": [{"at": "2026-12-31T08:00:00.000Z"}]}]},
       "latest": {"ended_at": "2027-01-05T09:00:00.000Z", "steps": [
         {"id": "pause", "type": "wait", "ended_at": "2027-01-02T08:00:00.000Z"},
         {"id": "call", "type": "create_order", "ended_at": "2027-01-04T08:00:00.000Z",
          "order_type_active": false,
          "dials": [{"at": "2027-01-02T08:00:00.000Z"}, {"at": "2027-01-04T08:00:00.000Z"}]},
         {"id": "second", "type": "create_order", "ended_at": "2027-01-05T09:00:00.000Z",
          "dials": []}]},
       "closed_days": [{"date": "2027-01-01", "holiday": "New Year"}, {"date": "2027-01-03"}]}
      """;

  private final SequenceCalendar calendar = SequenceCalendar.of(Json.parse(PREVIEW).orElseThrow());

  @Test
  void hasTheMonthsOfTheEnrollmentInTheZoneOfThePerson() {
    assertThat(calendar.day(calendar.from())).isEqualTo("2026-12-31");
    assertThat(calendar.months(12)).containsExactly(YearMonth.of(2026, 12), YearMonth.of(2027, 1));
    assertThat(calendar.months(1)).containsExactly(YearMonth.of(2026, 12));
  }

  @Test
  void readsBothRunsOfEachStep() {
    assertThat(calendar.steps())
        .extracting(SequenceCalendar.Step::id)
        .containsExactly("pause", "call", "second");
    SequenceCalendar.Step call = calendar.steps().get(1);
    assertThat(call.isCall()).isTrue();
    assertThat(call.typeActive()).isFalse();
    assertThat(call.earliestDials()).containsExactly(Instant.parse("2026-12-31T08:00:00Z"));
    assertThat(call.latestDials()).hasSize(2);
    assertThat(calendar.steps().getFirst().typeActive()).isTrue();
    assertThat(calendar.steps().getLast().earliestEnd()).isEmpty();
  }

  @Test
  void marksDaysOfCallsAndOpenDaysBetween() {
    assertThat(calendar.marks(LocalDate.parse("2026-12-30"))).isEmpty();
    assertThat(calendar.marks(LocalDate.parse("2026-12-31"))).containsExactly(new Mark(2, true));
    assertThat(calendar.marks(LocalDate.parse("2027-01-01"))).isEmpty();
    assertThat(calendar.marks(LocalDate.parse("2027-01-02"))).containsExactly(new Mark(2, true));
    assertThat(calendar.marks(LocalDate.parse("2027-01-04"))).containsExactly(new Mark(2, true));
    assertThat(calendar.marks(LocalDate.parse("2027-01-05"))).isEmpty();
  }

  @Test
  void marksPossibleDays() {
    String open = PREVIEW.replace("2027-01-01\"", "2027-01-06\"");
    assertThat(
            SequenceCalendar.of(Json.parse(open).orElseThrow())
                .marks(LocalDate.parse("2027-01-01")))
        .containsExactly(new Mark(2, false));
  }

  @Test
  void namesHolidays() {
    assertThat(calendar.closed())
        .containsEntry(LocalDate.parse("2027-01-01"), "New Year")
        .containsEntry(LocalDate.parse("2027-01-03"), "");
  }
}
