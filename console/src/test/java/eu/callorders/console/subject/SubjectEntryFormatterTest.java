package eu.callorders.console.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.StatusBadge.Tone;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SubjectEntryFormatterTest {
  private final Locale language = Locale.getDefault();
  private final SubjectEntryFormatter formatter;

  SubjectEntryFormatterTest() {
    Locale.setDefault(Locale.ENGLISH);
    formatter = new SubjectEntryFormatter();
  }

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  private SubjectEntry entry(SubjectSection section, String row) {
    return formatter.entry(section, SubjectsFixture.json(row));
  }

  @Test
  void showsCallsBelowTheirOrderNewestFirst() {
    SubjectEntry order =
        entry(
            SubjectSection.ORDERS,
            """
            {"id":"ord_1","status":"completed","order_type":"reminder","client_reference":"AZ-1",
             "result":{"summary_code":"payment_promised"},
             "calls":[{"id":"call_1","attempt":1,"disposition":"no_answer"},
              {"id":"call_2","attempt":2,"disposition":"answered"}]}
            """);
    assertThat(order.title()).isEqualTo("reminder · AZ-1");
    assertThat(order.status()).isEqualTo("Completed");
    assertThat(order.tone()).isEqualTo(Tone.GOOD);
    assertThat(order.details()).isEqualTo("Promises payment");
    assertThat(order.link()).isEqualTo(Link.to("orders", "ord_1"));
    assertThat(order.parts())
        .extracting(SubjectEntry::title, SubjectEntry::status, SubjectEntry::tone)
        .containsExactly(
            tuple("Attempt 2", "Answered", Tone.GOOD),
            tuple("Attempt 1", "No answer", Tone.WARNING));
  }

  @Test
  void saysOnceThatAnOrderIsCanceled() {
    SubjectEntry order =
        entry(
            SubjectSection.ORDERS,
            "{\"status\":\"canceled\",\"result\":{\"summary_code\":\"canceled\"}}");
    assertThat(order.status()).isEqualTo("Canceled");
    assertThat(order.details()).isEmpty();
  }

  @Test
  void saysUntilWhenAHoldStands() {
    SubjectEntry active =
        entry(
            SubjectSection.HOLDS,
            """
            {"id":"hld_1","status":"active","reason":"deceased","claim":{"case_number":"AZ-1"},
             "phone":"+493023125001","note":"by letter"}
            """);
    assertThat(active.title()).isEqualTo("Deceased");
    assertThat(active.status()).isEqualTo("Active");
    assertThat(active.details())
        .isEqualTo("until it is released · AZ-1 · +493023125001 · by letter");
    assertThat(active.link()).isEqualTo(Link.to("holds", "hld_1"));
    assertThat(entry(SubjectSection.HOLDS, "{\"status\":\"released\"}").details()).isEmpty();
  }

  @Test
  void linksAnEntryToTheListOfItsPerson() {
    SubjectEntry entry =
        entry(
            SubjectSection.SUPPRESSIONS,
            """
            {"id":"sup_1","subject_reference":"p1","source":"api","reason":"by phone"}
            """);
    assertThat(entry.title()).isEqualTo("All numbers");
    assertThat(entry.details()).isEqualTo("by phone");
    assertThat(entry.link())
        .isEqualTo(new Link("suppressions", "sup_1", Map.of("subject_reference", "p1")));
  }

  @Test
  void namesAmountAndDayOfAPromise() {
    SubjectEntry promise =
        entry(
            SubjectSection.PROMISES,
            """
            {"id":"prm_1","status":"open","call_order_id":"ord_1","due_on":"2026-12-01",
             "amount":{"value":"1249.90","currency":"EUR"}}
            """);
    assertThat(promise.title()).isEqualTo("1,249.90 EUR");
    assertThat(promise.status()).isEqualTo("Open");
    assertThat(promise.tone()).isEqualTo(Tone.ACTIVE);
    assertThat(promise.details()).startsWith("due ").contains("2026");
    assertThat(promise.link()).isEqualTo(Link.to("orders", "ord_1"));
  }

  @Test
  void colorsAnEnrollmentByItsEnd() {
    SubjectEntry enrollment =
        entry(
            SubjectSection.ENROLLMENTS,
            """
            {"id":"enr_1","status":"exited","exit_reason":"payment.received",
             "sequence_key":"overdue","current_step_id":"call_1"}
            """);
    assertThat(enrollment.title()).isEqualTo("overdue");
    assertThat(enrollment.tone()).isEqualTo(Tone.GOOD);
    assertThat(enrollment.details()).isEqualTo("call_1");
  }

  /** Such as those of a later service. */
  @ParameterizedTest
  @EnumSource
  void describesUnknownValuesAndMissingMembers(SubjectSection section) {
    JsonNode unknown = SubjectsFixture.json("{\"id\":\"x_1\",\"status\":\"on_the_moon\"}");
    for (JsonNode row : List.of(unknown, SubjectsFixture.json("7"))) {
      SubjectEntry entry = formatter.entry(section, row);
      assertThat(entry.status() + entry.title() + entry.details()).doesNotContain("null");
      assertThat(entry.parts()).isEmpty();
    }
    assertThat(section.title()).isNotEmpty();
  }
}
