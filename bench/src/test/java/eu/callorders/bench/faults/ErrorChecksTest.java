package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.bench.Http;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorChecksTest {
  @ParameterizedTest
  @CsvSource({
    "0, false, true",
    "401, false, true",
    "429, true, true",
    "429, false, false",
    "503, true, true",
    "503, false, false",
    "500, true, false",
    "422, false, false"
  })
  void aClearErrorSaysWhenToSendTheRequestAgain(int status, boolean says, boolean isClear) {
    Http.Answer answer = new Http.Answer(status, MissingNode.getInstance(), says);

    assertThat(ErrorChecks.isClear(answer)).isEqualTo(isClear);
  }
}
