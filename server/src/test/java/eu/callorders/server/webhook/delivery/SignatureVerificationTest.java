package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.signing.SigningSecret;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verification with the libraries that receivers use. */
class SignatureVerificationTest {
  private static final UUID EVENT = UUID.fromString("01980000-0000-7000-8000-000000000001");
  private static final String ENVELOPE = "{\"id\":\"evt_x\",\"data\":{\"name\":\"Jürgen €\"}}";

  private final Random random = new Random(12);
  private final SigningSecret newer = SigningSecret.generate(random);
  private final SigningSecret older = SigningSecret.generate(random);
  private final SignedRequest request = request(Instant.now());

  private enum Library {
    STANDARD_WEBHOOKS {
      @Override
      void verify(String secret, String body, Map<String, List<String>> headers) throws Exception {
        new com.standardwebhooks.Webhook(secret).verify(body, headers);
      }
    },
    SVIX {
      @Override
      void verify(String secret, String body, Map<String, List<String>> headers) throws Exception {
        new com.svix.Webhook(secret).verify(body, headers);
      }
    };

    abstract void verify(String secret, String body, Map<String, List<String>> headers)
        throws Exception;

    void assertRejects(SigningSecret secret, String body, Map<String, List<String>> headers) {
      assertThatThrownBy(() -> verify(secret.encode(), body, headers))
          .as(this + " " + body + " " + headers)
          .satisfies(
              exception ->
                  assertThat(exception.getClass().getSimpleName())
                      .isEqualTo("WebhookVerificationException"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void verifiesWithActiveSecretsOnly(Library library) {
    for (SigningSecret secret : List.of(newer, older)) {
      assertThatCode(() -> library.verify(secret.encode(), ENVELOPE, headers(request)))
          .doesNotThrowAnyException();
    }
    library.assertRejects(SigningSecret.generate(random), ENVELOPE, headers(request));
  }

  @ParameterizedTest
  @EnumSource
  void rejectsAlteredRequests(Library library) {
    String later = Long.toString(Instant.now().getEpochSecond() + 1);
    for (SigningSecret secret : List.of(newer, older)) {
      library.assertRejects(secret, ENVELOPE + " ", headers(request));
      library.assertRejects(secret, ENVELOPE.replace("Jürgen", "Jurgen"), headers(request));
      library.assertRejects(secret, "", headers(request));
      library.assertRejects(secret, ENVELOPE, with("webhook-id", "evt_other"));
      library.assertRejects(secret, ENVELOPE, with("webhook-timestamp", later));
      library.assertRejects(secret, ENVELOPE, with("webhook-timestamp", "soon"));
      library.assertRejects(secret, ENVELOPE, with("webhook-signature", "v1,AAAA"));
      library.assertRejects(
          secret, ENVELOPE, with("webhook-signature", signature().replace("v1,", "v2,")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void requiresEveryHeader(Library library) {
    for (String header : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      Map<String, List<String>> headers = headers(request);
      headers.remove(header);
      library.assertRejects(newer, ENVELOPE, headers);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rejectsOldAndFutureTimestamps(Library library) {
    library.assertRejects(newer, ENVELOPE, headers(request(Instant.now().minusSeconds(3600))));
    library.assertRejects(newer, ENVELOPE, headers(request(Instant.now().plusSeconds(3600))));
  }

  private SignedRequest request(Instant at) {
    return SignedRequest.of(EVENT, Buffer.buffer(ENVELOPE), List.of(newer, older), at);
  }

  private String signature() {
    return request.headers().get("webhook-signature");
  }

  private Map<String, List<String>> with(String header, String value) {
    Map<String, List<String>> headers = headers(request);
    headers.put(header, List.of(value));
    return headers;
  }

  private static Map<String, List<String>> headers(SignedRequest request) {
    Map<String, List<String>> headers = new HashMap<>();
    request.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return headers;
  }
}
