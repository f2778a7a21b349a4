package eu.callorders.core.hold;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "A, , , A, , , true",
    "A, B, , , B, C, true",
    "A, B, C, X, Y, C, true",
    "A, B, C, B, C, A, false",
    "A, , , , , , false",
    ", , , A, , , false",
    ", , , , , , true"
  })
  void matchesByOneNumber(
      String case1,
      String contract1,
      String invoice1,
      String case2,
      String contract2,
      String invoice2,
      boolean same) {
    ClaimNumbers one = ClaimNumbers.of(case1, contract1, invoice1);
    ClaimNumbers other = ClaimNumbers.of(case2, contract2, invoice2);

    assertThat(one.matches(other)).isEqualTo(same);
    assertThat(other.matches(one)).isEqualTo(same);
  }

  @Test
  void callsPreferTheCaseThenTheContractThenTheInvoice() {
    assertThat(ClaimNumbers.of("1", "2", "3").preferred().orElseThrow().kind())
        .isEqualTo(ClaimNumber.Kind.CASE_NUMBER);
    assertThat(ClaimNumbers.of(null, "2", "3").preferred().orElseThrow().kind())
        .isEqualTo(ClaimNumber.Kind.CONTRACT_NUMBER);
    assertThat(ClaimNumbers.of(null, null, "3").preferred().orElseThrow().kind())
        .isEqualTo(ClaimNumber.Kind.INVOICE_NUMBER);
    assertThat(ClaimNumbers.NONE.preferred()).isEmpty();
  }
}
