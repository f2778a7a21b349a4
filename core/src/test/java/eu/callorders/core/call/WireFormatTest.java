package eu.callorders.core.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.order.OrderStatus;
import eu.callorders.core.order.StopReason;
import eu.callorders.core.order.Termination;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The registries in the spelling and order of the contract. */
class WireFormatTest {

  @Test
  void closedRegistries() {
    assertClosed(
        OrderStatus.values(),
        OrderStatus::wire,
        OrderStatus::of,
        "accepted scheduled dialing in_progress completed expired canceled failed");
    assertClosed(
        Disposition.values(),
        Disposition::wire,
        Disposition::of,
        "answered no_answer busy voicemail failed canceled");
    assertClosed(
        AttemptStatus.values(),
        AttemptStatus::wire,
        AttemptStatus::of,
        "placing placed ringing answered ended closed refused");
    assertClosed(
        StopReason.values(),
        StopReason::wire,
        StopReason::of,
        "enrollment_canceled sequence_exited suppressed payment_received claim_withdrawn");
    assertClosed(
        Cause.values(),
        Cause::wire,
        Cause::of,
        "normal declined number_invalid carrier_fault redirected refused outcome_unknown stopped");
  }

  @Test
  void openRegistries() {
    assertOpen(
        SummaryCode.values(),
        SummaryCode::wire,
        SummaryCode::of,
        "objection_to_calls deceased_reported represented insolvency_reported disputed"
            + " payment_claimed payment_promised installment_wish settlement_wish hardship_stated"
            + " callback_requested human_requested refused language_barrier identity_not_confirmed"
            + " third_party_only wrong_number conversation_incomplete no_outcome voicemail"
            + " no_contact number_unusable technical_failure outcome_unknown canceled expired"
            + " suppressed");
    assertOpen(
        Reachability.values(),
        Reachability::wire,
        Reachability::of,
        "subject_reached third_party_reached person_unidentified wrong_number voicemail"
            + " not_reached number_invalid not_attempted unknown");
    assertOpen(
        Engagement.values(),
        Engagement::wire,
        Engagement::of,
        "none declined partial completed unknown");
    assertOpen(
        Actor.values(),
        Actor::wire,
        Actor::of,
        "subject third_party agent client platform network provider unknown");
    assertThat(spelled(Termination.Reason.values(), Termination.Reason::wire))
        .isEqualTo(
            "normal attempts_exhausted window_closed held canceled suppressed sequence_exited"
                + " number_invalid gateway_refused outcome_unknown technical report_overdue"
                + " payment_received claim_withdrawn hung_up");
  }

  @Test
  void terminalOrderStatuses() {
    assertThat(Arrays.stream(OrderStatus.values()).filter(OrderStatus::terminal))
        .containsExactly(
            OrderStatus.COMPLETED, OrderStatus.EXPIRED, OrderStatus.CANCELED, OrderStatus.FAILED);
    for (OrderStatus status : OrderStatus.values()) {
      assertThat(status.enteredEvent().wire()).isEqualTo("call_order." + status.wire());
    }
  }

  @Test
  void countingAndRunningAttempts() {
    assertThat(Arrays.stream(AttemptStatus.values()).filter(AttemptStatus::counts))
        .containsExactly(
            AttemptStatus.PLACED,
            AttemptStatus.RINGING,
            AttemptStatus.ANSWERED,
            AttemptStatus.ENDED,
            AttemptStatus.CLOSED);
    assertThat(Arrays.stream(AttemptStatus.values()).filter(AttemptStatus::running))
        .containsExactly(
            AttemptStatus.PLACING,
            AttemptStatus.PLACED,
            AttemptStatus.RINGING,
            AttemptStatus.ANSWERED);
  }

  private static <T> void assertClosed(
      T[] values, Function<T, String> wire, Function<String, T> of, String expected) {
    assertThat(spelled(values, wire)).isEqualTo(expected);
    assertThat(List.of(expected.split(" ")).stream().map(of)).containsExactly(values);
    assertThatThrownBy(() -> of.apply("other")).isInstanceOf(IllegalArgumentException.class);
  }

  private static <T> void assertOpen(
      T[] values, Function<T, String> wire, Function<String, Optional<T>> of, String expected) {
    assertThat(spelled(values, wire)).isEqualTo(expected);
    assertThat(List.of(expected.split(" ")).stream().map(of).map(Optional::orElseThrow))
        .containsExactly(values);
    assertThat(of.apply("other")).isEmpty();
  }

  private static <T> String spelled(T[] values, Function<T, String> wire) {
    return Arrays.stream(values).map(wire).collect(Collectors.joining(" "));
  }
}
