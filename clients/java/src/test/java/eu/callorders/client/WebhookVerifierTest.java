package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import eu.callorders.client.WebhookVerifier.InvalidWebhookException;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.Money;
import eu.callorders.client.model.PredialAnswer;
import eu.callorders.client.model.PredialQuestion;
import eu.callorders.client.model.WebhookVerificationEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookVerifierTest {
  private static final String OLD = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  private static final String NEW = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
  private static final String BODY =
      "{\"id\": \"evt_1\", \"type\": \"webhook_endpoint.verification\","
          + " \"data\": {\"challenge\": \"c\"}}";

  private static final String QUESTION =
      """
      {"id": "evt_1", "type": "predial.check",
       "data": {"call_order_id": "ord_1", "attempt": 2, "subject": {"reference": "debtor-1"}}}
      """;

  private static Map<String, List<String>> headers(String secret, Instant at) throws Exception {
    return headers(secret, at, BODY);
  }

  private static Map<String, List<String>> headers(String secret, Instant at, String body)
      throws Exception {
    long seconds = at.getEpochSecond();
    Map<String, List<String>> headers = new TreeMap<>();
    headers.put("Webhook-Id", List.of("evt_1"));
    headers.put("Webhook-Timestamp", List.of(Long.toString(seconds)));
    headers.put("Webhook-Signature", List.of(new Webhook(secret).sign("evt_1", seconds, body)));
    return headers;
  }

  @Test
  void readsTheEventOfAVerifiedWebhook() throws Exception {
    Event event = new WebhookVerifier(NEW).verify(BODY, headers(NEW, Instant.now()));

    assertThat(event)
        .isInstanceOfSatisfying(
            WebhookVerificationEvent.class,
            verification -> assertThat(verification.data().challenge()).isEqualTo("c"));
  }

  @Test
  void acceptsTheOldSecretDuringARotation() throws Exception {
    assertThat(new WebhookVerifier(NEW, OLD).verify(BODY, headers(OLD, Instant.now())).id())
        .isEqualTo("evt_1");
  }

  @Test
  void refusesOtherSecretsBodiesAndTimes() throws Exception {
    WebhookVerifier verifier = new WebhookVerifier(NEW);
    Instant now = Instant.now();

    assertThatThrownBy(() -> verifier.verify(BODY, headers(OLD, now)))
        .isInstanceOf(InvalidWebhookException.class);
    assertThatThrownBy(() -> verifier.verify(BODY + " ", headers(NEW, now)))
        .isInstanceOf(InvalidWebhookException.class);
    assertThatThrownBy(() -> verifier.verify(BODY, headers(NEW, now.minusSeconds(600))))
        .isInstanceOf(InvalidWebhookException.class);
    assertThatThrownBy(() -> verifier.verify(BODY, Map.of()))
        .isInstanceOf(InvalidWebhookException.class);
  }

  @Test
  void readsAVerifiedQuestionAndWritesItsAnswer() throws Exception {
    WebhookVerifier verifier = new WebhookVerifier(NEW);
    Instant now = Instant.now();
    PredialQuestion question = verifier.verifyQuestion(QUESTION, headers(NEW, now, QUESTION));
    PredialAnswer answer =
        PredialAnswer.builder()
            .decision(PredialAnswer.Decision.PROCEED)
            .outstanding(new Money("80.00", "EUR"))
            .build();

    assertThat(question.data().callOrderId()).isEqualTo("ord_1");
    assertThat(question.data().attempt()).isEqualTo(2);
    assertThat(ClientJson.mapper().writeValueAsString(answer))
        .isEqualTo(
            "{\"decision\":\"proceed\",\"outstanding\":{\"value\":\"80.00\",\"currency\":\"EUR\"}}");
    assertThatThrownBy(() -> verifier.verifyQuestion(QUESTION, headers(OLD, now, QUESTION)))
        .isInstanceOf(InvalidWebhookException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "v1", "v1,", ",", "v1a,AAAA v2"})
  void refusesMalformedSignatures(String signature) throws Exception {
    Map<String, List<String>> headers = headers(NEW, Instant.now());
    headers.put("Webhook-Signature", List.of(signature));

    assertThatThrownBy(() -> new WebhookVerifier(NEW).verify(BODY, headers))
        .isInstanceOf(InvalidWebhookException.class);
  }
}
