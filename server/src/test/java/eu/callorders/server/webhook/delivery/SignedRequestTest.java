package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.json.Json;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignedRequestTest {
  private static final UUID EVENT = UUID.fromString("01980000-0000-7000-8000-000000000001");
  private static final String ENVELOPE = "{\"id\":\"evt_x\",\"data\":{\"name\":\"Jürgen €\"}}";

  private final Random random = new Random(4);

  @Test
  void referenceLibraryVerifiesEveryActiveSecret() {
    SigningSecret newer = SigningSecret.generate(random);
    SigningSecret older = SigningSecret.generate(random);
    SignedRequest request =
        SignedRequest.of(EVENT, Buffer.buffer(ENVELOPE), List.of(newer, older), Instant.now());
    for (SigningSecret secret : List.of(newer, older)) {
      assertThatCode(() -> verify(secret, request)).doesNotThrowAnyException();
    }
    assertThatThrownBy(() -> verify(SigningSecret.generate(random), request))
        .isInstanceOf(WebhookVerificationException.class);
    assertThat(request.headers().get("webhook-signature").split(" ")).hasSize(2);
  }

  /** Signatures made by the JavaScript library of Standard Webhooks. */
  @ParameterizedTest
  @CsvSource({
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, 'v1,FAlSofV/on6qDTroP2AUnUQcJ2gL8GIoX+TCyGmgG/o='",
    "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=,"
        + " 'v1,zlt/O9JzkUs54RKvyhXRzeU06T0RA58jvtokdPK/YZc='",
  })
  void signsLikeAnotherImplementation(String secret, String signature) {
    SignedRequest request =
        SignedRequest.of(
            EVENT,
            Buffer.buffer(ENVELOPE),
            List.of(SigningSecret.parse(secret)),
            Instant.ofEpochSecond(1700000000));
    assertThat(request.headers())
        .containsEntry("webhook-id", IdKind.EVENT.format(EVENT))
        .containsEntry("webhook-timestamp", "1700000000")
        .containsEntry("webhook-signature", signature)
        .containsEntry("content-type", "application/json")
        .containsEntry("user-agent", "call-orders-webhooks/1");
  }

  @Test
  void bodyIsTheEnvelopeByteForByte() {
    SignedRequest request =
        SignedRequest.of(
            EVENT, Buffer.buffer(ENVELOPE), List.of(SigningSecret.generate(random)), Instant.EPOCH);
    assertThat(request.body().getBytes()).isEqualTo(ENVELOPE.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void thinOmitsOnlyData() {
    String envelope = "{\"id\":\"evt_1\",\"metadata\":{\"n\":1.10},\"data\":{\"id\":\"x\"}}";
    assertThat(Json.parse(SignedRequest.thin(Buffer.buffer(envelope)).getBytes()))
        .isEqualTo(Json.parse("{\"id\":\"evt_1\",\"metadata\":{\"n\":1.10}}"));
  }

  static void verify(SigningSecret secret, SignedRequest request)
      throws WebhookVerificationException {
    Map<String, List<String>> headers = new HashMap<>();
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    new Webhook(secret.encode()).verify(request.body().toString(), headers);
  }
}
