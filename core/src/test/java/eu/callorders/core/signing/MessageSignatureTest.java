package eu.callorders.core.signing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.signing.MessageSignature.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSignatureTest {
  private static final Instant AT = Instant.ofEpochSecond(1614265330);
  private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
  private static final byte[] BODY = bytes("{\"test\": 2432232314}");
  private static final SigningSecret SECRET =
      SigningSecret.parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

  private final MessageSignature signature = MessageSignature.of(SECRET);

  @Test
  void matchesTheTestVectorOfTheStandard() {
    assertThat(signature.sign(ID, AT, BODY))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void verifiesItsOwnSignature() {
    assertThat(verify(signature.sign(ID, AT, BODY))).isEqualTo(Verdict.GENUINE);
  }

  @Test
  void oneValidSignatureAmongOthersSuffices() {
    String valid = signature.sign(ID, AT, BODY);
    assertThat(verify("v1,AAAA v1a,bbbb " + valid + " v2,cc")).isEqualTo(Verdict.GENUINE);
    assertThat(verify("v1,AAAA v1a,bbbb")).isEqualTo(Verdict.FORGED);
    assertThat(verify("v1a," + valid.substring(3))).isEqualTo(Verdict.FORGED);
  }

  @Test
  void anySecretOfARotationSuffices() {
    SigningSecret next = SigningSecret.generate(new Random(1));
    MessageSignature both = new MessageSignature(List.of(next, SECRET));
    String signedByBoth = both.sign(ID, AT, BODY);
    assertThat(signedByBoth.split(" ")).hasSize(2);
    assertThat(verify(signedByBoth)).isEqualTo(Verdict.GENUINE);
    assertThat(both.verify(ID, seconds(), signature.sign(ID, AT, BODY), BODY, AT))
        .isEqualTo(Verdict.GENUINE);
    assertThat(verify(MessageSignature.of(next).sign(ID, AT, BODY))).isEqualTo(Verdict.FORGED);
  }

  @Test
  void keyringSignsWithItsCurrentFirstSecret() {
    SigningSecret next = SigningSecret.generate(new Random(1));
    AtomicReference<List<SigningSecret>> secrets = new AtomicReference<>(List.of(SECRET));
    MessageSignature keyring = MessageSignature.ofKeyring(secrets::get);
    assertThat(keyring.sign(ID, AT, BODY)).isEqualTo(signature.sign(ID, AT, BODY));
    secrets.set(List.of(next, SECRET));
    assertThat(keyring.sign(ID, AT, BODY)).isEqualTo(MessageSignature.of(next).sign(ID, AT, BODY));
    assertThat(keyring.verify(ID, seconds(), signature.sign(ID, AT, BODY), BODY, AT))
        .isEqualTo(Verdict.GENUINE);
  }

  @Test
  void idTimestampAndBodyAreSigned() {
    String valid = signature.sign(ID, AT, BODY);
    assertThat(signature.verify(ID + "x", seconds(), valid, BODY, AT)).isEqualTo(Verdict.FORGED);
    assertThat(signature.verify(ID, "1614265331", valid, BODY, AT)).isEqualTo(Verdict.FORGED);
    assertThat(signature.verify(ID, seconds(), valid, bytes("{}"), AT)).isEqualTo(Verdict.FORGED);
  }

  @Test
  void toleratesFiveMinutesEitherWay() {
    String valid = signature.sign(ID, AT, BODY);
    Duration tolerance = MessageSignature.TOLERANCE;
    assertThat(signature.verify(ID, seconds(), valid, BODY, AT.plus(tolerance)))
        .isEqualTo(Verdict.GENUINE);
    assertThat(signature.verify(ID, seconds(), valid, BODY, AT.minus(tolerance)))
        .isEqualTo(Verdict.GENUINE);
    assertThat(signature.verify(ID, seconds(), valid, BODY, AT.plus(tolerance).plusMillis(1)))
        .isEqualTo(Verdict.OUTSIDE_TOLERANCE);
    assertThat(signature.verify(ID, seconds(), valid, BODY, AT.minus(tolerance).minusMillis(1)))
        .isEqualTo(Verdict.OUTSIDE_TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1e9", "99999999999999999999", " 1614265330", "1614265330.0"})
  void rejectsATimestampThatIsNoPlainNumberOfSeconds(String timestamp) {
    assertThat(signature.verify(ID, timestamp, "v1,AAAA", BODY, AT)).isEqualTo(Verdict.INCOMPLETE);
  }

  @Test
  void missingHeaderIsIncomplete() {
    String valid = signature.sign(ID, AT, BODY);
    assertThat(signature.verify(null, seconds(), valid, BODY, AT)).isEqualTo(Verdict.INCOMPLETE);
    assertThat(signature.verify(ID, null, valid, BODY, AT)).isEqualTo(Verdict.INCOMPLETE);
    assertThat(signature.verify(ID, seconds(), null, BODY, AT)).isEqualTo(Verdict.INCOMPLETE);
    assertThat(signature.verify(ID, seconds(), "v1,A ".repeat(999), BODY, AT))
        .isEqualTo(Verdict.INCOMPLETE);
  }

  /** Else id {@code a} with body {@code 2.x} would sign id {@code a.1} with body {@code x}. */
  @Test
  void rejectsIdsWithFullStops() {
    String valid = signature.sign("a", AT, bytes(seconds() + ".x"));
    assertThat(signature.verify("a." + seconds(), seconds(), valid, bytes("x"), AT))
        .isEqualTo(Verdict.INCOMPLETE);
    assertThatThrownBy(() -> signature.sign("a.b", AT, BODY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void signatureIsInvalidForAnotherRequest() {
    String id = RequestBinding.id("POST", "/gateway/v1/calls/call_1/cancel", "n1");
    assertThat(RequestBinding.binds(id, "POST", "/gateway/v1/calls/call_1/cancel")).isTrue();
    assertThat(RequestBinding.binds(id, "DELETE", "/gateway/v1/calls/call_1/cancel")).isFalse();
    assertThat(RequestBinding.binds(id, "POST", "/gateway/v1/calls/call_1")).isFalse();
    assertThat(RequestBinding.binds(id, "POST", "/gateway/v1/calls/call_1/cancel:n1")).isFalse();
    assertThat(RequestBinding.binds("GET:/a:", "GET", "/a")).isFalse();
    assertThat(RequestBinding.binds("GET:/a:b:c", "GET", "/a")).isFalse();
  }

  private Verdict verify(String signatures) {
    return signature.verify(ID, seconds(), signatures, BODY, AT);
  }

  private static String seconds() {
    return MessageSignature.timestamp(AT);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
