package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.signing.SigningSecret;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What receivers check letters with. */
class SignatureVerificationTest {
  private static final UUID EVENT = UUID.fromString("01980000-0000-7000-8000-000000000001");
  private static final String ENVELOPE = "{\"id\":\"evt_x\",\"data\":{\"name\":\"Jürgen €\"}}";

  private final Random random = new Random(12);
  private final SigningSecret newer = SigningSecret.generate(random);
  private final SigningSecret older = SigningSecret.generate(random);
  private final SignedRequest letter = letter(Instant.now());

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

    void refuses(SigningSecret secret, String body, Map<String, List<String>> headers) {
      assertThatThrownBy(() -> verify(secret.write(), body, headers))
          .as(this + " " + body + " " + headers)
          .satisfies(
              refusal ->
                  assertThat(refusal.getClass().getSimpleName())
                      .isEqualTo("WebhookVerificationException"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyActiveSecretVerifiesAndNoOther(Library library) {
    for (SigningSecret secret : List.of(newer, older)) {
      assertThatCode(() -> library.verify(secret.write(), ENVELOPE, headers(letter)))
          .doesNotThrowAnyException();
    }
    library.refuses(SigningSecret.generate(random), ENVELOPE, headers(letter));
  }

  @ParameterizedTest
  @EnumSource
  void nothingMayBeAltered(Library library) {
    String later = Long.toString(Instant.now().getEpochSecond() + 1);
    for (SigningSecret secret : List.of(newer, older)) {
      library.refuses(secret, ENVELOPE + " ", headers(letter));
      library.refuses(secret, ENVELOPE.replace("Jürgen", "Jurgen"), headers(letter));
      library.refuses(secret, "", headers(letter));
      library.refuses(secret, ENVELOPE, with("webhook-id", "evt_other"));
      library.refuses(secret, ENVELOPE, with("webhook-timestamp", later));
      library.refuses(secret, ENVELOPE, with("webhook-timestamp", "soon"));
      library.refuses(secret, ENVELOPE, with("webhook-signature", "v1,AAAA"));
      library.refuses(
          secret, ENVELOPE, with("webhook-signature", signature().replace("v1,", "v2,")));
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyHeaderIsNeeded(Library library) {
    for (String header : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      Map<String, List<String>> headers = headers(letter);
      headers.remove(header);
      library.refuses(newer, ENVELOPE, headers);
    }
  }

  @ParameterizedTest
  @EnumSource
  void lettersGrowOld(Library library) {
    library.refuses(newer, ENVELOPE, headers(letter(Instant.now().minusSeconds(3600))));
    library.refuses(newer, ENVELOPE, headers(letter(Instant.now().plusSeconds(3600))));
  }

  private SignedRequest letter(Instant at) {
    return SignedRequest.of(EVENT, ENVELOPE, List.of(newer, older), at);
  }

  private String signature() {
    return letter.headers().get("webhook-signature");
  }

  private Map<String, List<String>> with(String header, String value) {
    Map<String, List<String>> headers = headers(letter);
    headers.put(header, List.of(value));
    return headers;
  }

  private static Map<String, List<String>> headers(SignedRequest letter) {
    Map<String, List<String>> headers = new HashMap<>();
    letter.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return headers;
  }
}
