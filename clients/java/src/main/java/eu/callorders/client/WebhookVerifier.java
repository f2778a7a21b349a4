package eu.callorders.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.PredialQuestion;
import java.util.List;
import java.util.Map;

/**
 * Verifies webhooks by Standard Webhooks. While a secret is rotated, deliveries under way carry the
 * old signature alone: give both secrets until the overlap ends.
 */
public final class WebhookVerifier {
  private final List<Webhook> secrets;

  /**
   * A verifier for one endpoint.
   *
   * @param secrets of the endpoint, with their prefix {@code whsec_}
   */
  public WebhookVerifier(String... secrets) {
    this.secrets = List.of(secrets).stream().map(Webhook::new).toList();
  }

  /** The webhook is no delivery of this endpoint, or older than five minutes: answer with 400. */
  public static final class InvalidWebhookException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidWebhookException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Verifies a webhook and reads its event.
   *
   * @param body as received, unchanged
   * @param headers of the request, with names in any case
   */
  public Event verify(String body, Map<String, List<String>> headers)
      throws InvalidWebhookException {
    return verify(body, headers, Event.class);
  }

  /**
   * Verifies a question before a dial, by the secret of the questions; answer it with a {@link
   * eu.callorders.client.model.PredialAnswer}, written by {@link ClientJson#mapper}.
   *
   * @param body as received, unchanged
   * @param headers of the request, with names in any case
   */
  public PredialQuestion verifyQuestion(String body, Map<String, List<String>> headers)
      throws InvalidWebhookException {
    return verify(body, headers, PredialQuestion.class);
  }

  private <T> T verify(String body, Map<String, List<String>> headers, Class<T> type)
      throws InvalidWebhookException {
    Exception refused = new WebhookVerificationException("no secret");
    for (Webhook secret : secrets) {
      try {
        secret.verify(body, headers);
        return ClientJson.mapper().readValue(body, type);
      } catch (WebhookVerificationException | IndexOutOfBoundsException e) {
        refused = e; // the latter for a signature without its parts
      } catch (JsonProcessingException e) {
        throw new InvalidWebhookException("the body is no " + type.getSimpleName(), e);
      }
    }
    throw new InvalidWebhookException(String.valueOf(refused.getMessage()), refused);
  }
}
