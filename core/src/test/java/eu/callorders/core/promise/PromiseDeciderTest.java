package eu.callorders.core.promise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PromiseDeciderTest {

  @ParameterizedTest
  @CsvSource({"PAYMENT_RECEIVED, KEPT", "CLAIM_WITHDRAWN, WITHDRAWN", "OVERDUE, BROKEN"})
  void firstFactEndsAnOpenPromise(PromiseFact fact, PromiseStatus status) {
    assertThat(PromiseDecider.decide(PromiseStatus.OPEN, fact)).contains(status);
  }

  @ParameterizedTest
  @EnumSource(value = PromiseStatus.class, names = "OPEN", mode = EnumSource.Mode.EXCLUDE)
  void endedPromiseStays(PromiseStatus status) {
    for (PromiseFact fact : PromiseFact.values()) {
      assertThat(PromiseDecider.decide(status, fact)).isEmpty();
    }
  }

  @Test
  void signalsReportPaymentsAndWithdrawals() {
    assertThat(PromiseFact.ofSignal("payment.received")).contains(PromiseFact.PAYMENT_RECEIVED);
    assertThat(PromiseFact.ofSignal("claim.withdrawn")).contains(PromiseFact.CLAIM_WITHDRAWN);
    assertThat(PromiseFact.ofSignal("claim.disputed")).isEmpty();
    assertThat(PromiseFact.ofSignal("overdue")).isEmpty();
  }
}
