package eu.callorders.core.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SigningSecretTest {
  @Test
  void parsesWhatItWrites() {
    SigningSecret secret = SigningSecret.generate(new Random(7));
    assertThat(SigningSecret.parse(secret.encode()).encode()).isEqualTo(secret.encode());
    assertThat(Base64.getDecoder().decode(secret.encode().substring(6))).hasSize(32);
    assertThat(SigningSecret.generate(new Random(8)).encode()).isNotEqualTo(secret.encode());
  }

  @Test
  void toStringHidesTheSecret() {
    SigningSecret secret = SigningSecret.generate(new Random(7));
    assertThat(secret).hasToString("whsec_***");
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 64})
  void acceptsTheLengthsOfTheStandard(int bytes) {
    assertThat(SigningSecret.parse(written(bytes)).encode()).isEqualTo(written(bytes));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 23, 65})
  void rejectsOtherLengths(int bytes) {
    assertThatThrownBy(() -> SigningSecret.parse(written(bytes)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "whsec", "hunter2hunter2hunter2", "whsec_hunter2?hunter2!"})
  void rejectsOtherTextsWithoutRepeatingThem(String text) {
    assertThatThrownBy(() -> SigningSecret.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("hunter2");
  }

  private static String written(int bytes) {
    return "whsec_" + Base64.getEncoder().encodeToString(new byte[bytes]);
  }
}
