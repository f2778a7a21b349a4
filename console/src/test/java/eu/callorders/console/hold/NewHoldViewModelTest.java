package eu.callorders.console.hold;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.InstantConverter;
import eu.callorders.console.ui.Texts;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewHoldViewModelTest {
  private static final InstantConverter.Input NO_END =
      new InstantConverter.Input(Optional.empty(), "");

  @AutoClose private final HoldsFixture fixture = new HoldsFixture();
  private final List<Boolean> placed = new ArrayList<>();
  private final NewHoldViewModel model =
      new NewHoldViewModel(
          fixture.background, fixture.session(false, Scope.SUPPRESSIONS_WRITE), placed::add);

  private static NewHold onPerson(String subject) {
    return new NewHold(
        subject, "", NewHold.Extent.WHOLE, "case_number", "unused", "deceased", NO_END, "");
  }

  private String sent() {
    return fixture.service.requests().getLast().body();
  }

  @Test
  void placesAHoldOnAPerson() {
    fixture.service.then(201, "{}");
    model.place(onPerson(" p1 "));
    assertThat(model.busy.get()).isTrue();
    fixture.uiExecutor.runNext();
    assertThat(placed).containsExactly(false);
    assertThat(fixture.targets()).containsExactly("/v1/holds");
    assertThat(sent()).isEqualTo("{\"subject_reference\":\"p1\",\"reason\":\"deceased\"}");
  }

  @Test
  void placesAHoldThatNamesEverything() {
    fixture.service.then(200, "{}");
    InstantConverter.Input until =
        new InstantConverter(ZoneId.of("Europe/Berlin")).parse("2026-12-24 18:00");
    assertThat(until.instant()).contains(Instant.parse("2026-12-24T17:00:00Z"));
    model.place(
        new NewHold(
            "p1",
            "0049 30 23125000",
            NewHold.Extent.CLAIM,
            "invoice_number",
            " RE-1 ",
            "disputed",
            until,
            " asked "));
    fixture.uiExecutor.runNext();
    assertThat(placed).as("whether it existed").containsExactly(true);
    assertThat(sent())
        .isEqualTo(
            "{\"subject_reference\":\"p1\",\"phone\":\"+493023125000\","
                + "\"claim\":{\"invoice_number\":\"RE-1\"},\"reason\":\"disputed\","
                + "\"until\":\"2026-12-24T17:00:00Z\",\"note\":\"asked\"}");
  }

  @Test
  void canBeSentAgainAfterAFailure() {
    fixture.service.then(409, "{\"code\":\"hold_limit\"}").then(201, "{}");
    model.place(onPerson("p1"));
    fixture.uiExecutor.runNext();
    assertThat(model.failure.get()).isNotNull();
    assertThat(placed).isEmpty();
    model.place(onPerson("p1"));
    fixture.uiExecutor.runNext();
    assertThat(placed).containsExactly(false);
    assertThat(model.failure.get()).isNull();
  }

  @Test
  void keepsTheKeyOfAHoldWhoseResponseIsLost() {
    fixture.service.thenNoResponse().thenNoResponse().then(201, "{}");
    for (String subject : List.of("p1", "p1", "p2")) {
      model.place(onPerson(subject));
      fixture.uiExecutor.runNext();
    }
    assertThat(placed).containsExactly(false);
    List<String> keys =
        fixture.service.requests().stream().map(it -> it.header("Idempotency-key")).toList();
    assertThat(keys).hasSize(3).doesNotContain("");
    assertThat(keys.get(1)).isEqualTo(keys.getFirst());
    assertThat(keys.getLast()).as("key of another hold").isNotEqualTo(keys.getFirst());
  }

  @Test
  void sendsNoInvalidHold() {
    NewHold nothing =
        new NewHold(" ", "", NewHold.Extent.UNCHOSEN, "case_number", " ", "", NO_END, "");
    assertThat(nothing.faults())
        .containsExactly(NewHold.Fault.NOTHING_NAMED, NewHold.Fault.EXTENT, NewHold.Fault.REASON);
    model.place(nothing);
    assertThat(model.busy.get()).isFalse();
    assertThat(
            new NewHold(
                    "p".repeat(129),
                    "030",
                    NewHold.Extent.CLAIM,
                    "case_number",
                    "c".repeat(65),
                    "other",
                    new InstantConverter(ZoneId.of("UTC")).parse("soon"),
                    "a\nb")
                .faults())
        .containsExactly(
            NewHold.Fault.SUBJECT,
            NewHold.Fault.PHONE,
            NewHold.Fault.CLAIM,
            NewHold.Fault.UNTIL,
            NewHold.Fault.NOTE);
  }

  /** An empty claim must not hold the whole person. */
  @Test
  void needsTheNumberOfOneClaim() {
    NewHold unnumbered =
        new NewHold("p1", "", NewHold.Extent.CLAIM, "case_number", " ", "other", NO_END, "");
    assertThat(unnumbered.faults()).containsExactly(NewHold.Fault.CLAIM_MISSING);
    model.place(unnumbered);
    assertThat(model.busy.get()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          p1 | | WHOLE | No new call to Erika, about any claim, until the hold is released.
          | +493023125000 | WHOLE | No new call to the number +493023125000, to any person,
          | | CLAIM | No new call about the claim AZ-1 (Case number), to any person,
          p1 | +493023125000 | WHOLE | No new call to Erika at +493023125000, about any claim,
          p1 | | CLAIM | No new call to Erika about the claim AZ-1 (Case number),
          | +493023125000 | CLAIM | No new call to the number +493023125000 about the claim AZ-1
          p1 | +493023125000 | CLAIM | No new call to Erika at +493023125000 about the claim AZ-1
          """)
  void saysWhatItStops(String subject, String phone, NewHold.Extent extent, String summary) {
    NewHold hold =
        new NewHold(
            Objects.requireNonNullElse(subject, ""),
            Objects.requireNonNullElse(phone, ""),
            extent,
            "case_number",
            "AZ-1",
            "other",
            NO_END,
            "");
    assertThat(hold.summary("Erika", Texts.of(HoldsView.class), new InstantConverter()))
        .startsWith(summary);
  }
}
