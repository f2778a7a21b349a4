package eu.callorders.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.client.ApiClient;
import eu.callorders.client.ApiException;
import eu.callorders.client.api.CallOrdersApi;
import eu.callorders.client.api.CallsApi;
import eu.callorders.client.api.EventsApi;
import eu.callorders.client.api.SuppressionsApi;
import eu.callorders.client.api.WebhooksApi;
import eu.callorders.client.model.CallEvent;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.CallOrderEvent;
import eu.callorders.client.model.CallOrderInput;
import eu.callorders.client.model.CallOrderStatus;
import eu.callorders.client.model.CallStartedEvent;
import eu.callorders.client.model.CancelInput;
import eu.callorders.client.model.ClaimInput;
import eu.callorders.client.model.ClaimInputBasis;
import eu.callorders.client.model.ContactChannel;
import eu.callorders.client.model.ContactInput;
import eu.callorders.client.model.ContextInput;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.EventPage;
import eu.callorders.client.model.KnownContactChannel;
import eu.callorders.client.model.KnownEvent;
import eu.callorders.client.model.KnownProblemCode;
import eu.callorders.client.model.KnownSpeaker;
import eu.callorders.client.model.KnownSummaryCode;
import eu.callorders.client.model.MetadataValue;
import eu.callorders.client.model.Money;
import eu.callorders.client.model.PersonNameInput;
import eu.callorders.client.model.Problem;
import eu.callorders.client.model.PromiseEvent;
import eu.callorders.client.model.Result;
import eu.callorders.client.model.SubjectInput;
import eu.callorders.client.model.Suppression;
import eu.callorders.client.model.SuppressionInput;
import eu.callorders.client.model.SuppressionPage;
import eu.callorders.client.model.Transcript;
import eu.callorders.client.model.UnknownEvent;
import eu.callorders.client.model.ValidationProblem;
import eu.callorders.client.model.WebhookEndpoint;
import eu.callorders.client.model.WebhookEndpointInput;
import eu.callorders.client.model.WebhookEndpointPage;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What the README does with curl, with the client that openapi-generator makes of the contract: a
 * token, an order, the feed until the order has ended, its result and its transcript.
 */
public final class ReadmeScenario {
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final String ENDED = "call_order.completed: payment_promised";

  private final ObjectMapper json = ApiClient.createDefaultObjectMapper();
  private final JsonNode demo;
  private final ApiClient client = new ApiClient();

  private ReadmeScenario(Path credentials) throws Exception {
    demo = json.readTree(credentials.toFile());
    String token = token();
    client.updateBaseUri(demo.path("base_url").asText());
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
  }

  /**
   * @param arguments the file with the credentials, as the service writes it
   */
  public static void main(String[] arguments) throws Exception {
    new ReadmeScenario(Path.of(arguments[0])).run();
  }

  private String token() throws Exception {
    String form =
        "grant_type=client_credentials&client_id=%s&client_secret=%s"
            .formatted(demo.path("client_id").asText(), demo.path("client_secret").asText());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(demo.path("auth_url").asText() + "/oauth2/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form))
            .build();
    String body = HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    return json.readTree(body).path("access_token").asText();
  }

  private void run() throws Exception {
    CallOrdersApi orders = new CallOrdersApi(client);
    CallOrder accepted = orders.createCallOrder(order(), UUID.randomUUID().toString());
    check(accepted.getStatus() == CallOrderStatus.ACCEPTED, accepted);

    List<String> seen = followed(accepted.getId());
    check(seen.get(0).equals("call_order.accepted: accepted"), seen);
    check(seen.contains("call.started: attempt 1"), seen);
    check(seen.contains("call.answered: answered"), seen);
    check(seen.contains(ENDED), seen);
    readsLaterEvent();

    CallOrder completed = orders.getCallOrder(accepted.getId());
    check(completed.getStatus() == CallOrderStatus.COMPLETED, completed);
    check(
        completed.getResult().getSummaryCode().getKnownSummaryCode()
            == KnownSummaryCode.PAYMENT_PROMISED,
        completed);
    check(completed.getMetadata().get("run").getBigDecimal().intValue() == 1, completed);
    Money promised = completed.getResult().getFindings().getPaymentPromise().getAmount();
    check(promised.getCurrency().equals("EUR"), promised);

    Transcript transcript =
        new CallsApi(client).getCallTranscript(completed.getCalls().get(0).getId());
    check(
        transcript.getTurns().get(0).getSpeaker().getKnownSpeaker() == KnownSpeaker.AGENT,
        transcript);
    readsRefusals(orders, completed.getId());
    deletesSuppression();
    deletesWebhookEndpoint();
    System.out.println("openapi-generator, Java: " + seen);
  }

  private static CallOrderInput order() {
    return new CallOrderInput()
        .orderType("payment_reminder")
        .subject(
            new SubjectInput()
                .reference("debtor-1")
                .name(new PersonNameInput().familyName("Muster")))
        .addContactsItem(
            new ContactInput()
                .channel(new ContactChannel(KnownContactChannel.PHONE))
                .value("+493023125021"))
        .putMetadataItem("run", new MetadataValue(BigDecimal.ONE))
        .context(
            new ContextInput()
                .claim(
                    new ClaimInput()
                        .outstanding(new Money().value("120.50").currency("EUR"))
                        .creditorName("Stadtwerke Musterstadt")
                        .basis(new ClaimInputBasis().kind("invoice"))));
  }

  /** The events about an order, up to its end, each with what its data say. */
  private List<String> followed(String orderId) throws Exception {
    EventsApi events = new EventsApi(client);
    Instant end = Instant.now().plus(TIMEOUT);
    List<String> seen = new ArrayList<>();
    String cursor = null;
    while (!seen.contains(ENDED)) {
      check(Instant.now().isBefore(end), seen);
      EventPage page = events.listEvents(100, cursor, null, null, orderId, null, null);
      page.getData().stream().map(ReadmeScenario::summary).forEach(seen::add);
      cursor = page.getNextCursor();
      if (!page.getHasMore()) {
        Thread.sleep(100);
      }
    }
    return seen;
  }

  /** An event by its type, with what this client finds in the data of the types that it knows. */
  private static String summary(Event event) {
    Object known = event.getActualInstance();
    if (known instanceof KnownEvent) {
      known = ((KnownEvent) known).getActualInstance();
    }
    if (known instanceof CallStartedEvent) {
      CallStartedEvent started = (CallStartedEvent) known;
      return started.getType().getValue() + ": attempt " + started.getData().getAttempt();
    }
    if (known instanceof CallEvent) {
      CallEvent call = (CallEvent) known;
      return call.getType().getValue() + ": " + call.getData().getDisposition().getValue();
    }
    if (known instanceof CallOrderEvent) {
      CallOrderEvent order = (CallOrderEvent) known;
      Result result = order.getData().getResult();
      String status = order.getData().getStatus().getValue();
      return order.getType().getValue()
          + ": "
          + (result == null ? status : result.getSummaryCode().getKnownSummaryCode().getValue());
    }
    if (known instanceof PromiseEvent) {
      PromiseEvent promise = (PromiseEvent) known;
      return promise.getType().getValue() + ": " + promise.getData().getDueOn();
    }
    throw new AssertionError(event);
  }

  /** An event whose type is newer than this client is no error. */
  private void readsLaterEvent() throws Exception {
    String later =
        "{\"id\": \"evt_01m83zm559fzrad5cmxxj94a79\", \"api_version\": \"v1\","
            + " \"environment\": \"sandbox\", \"type\": \"payment_plan.agreed\","
            + " \"occurred_at\": \"2026-11-23T13:02:23.512Z\","
            + " \"tenant_id\": \"tn_01m83ywv6df8prkpbdsqmqmgrd\","
            + " \"related\": {}, \"data\": {\"installments\": 3}}";
    UnknownEvent event = json.readValue(later, Event.class).getUnknownEvent();
    check(event.getType().equals("payment_plan.agreed"), event);
    check(event.getData().get("installments").equals(3), event);
  }

  /** Both shapes of a refusal come as the types that the contract gives them. */
  private void readsRefusals(CallOrdersApi orders, String orderId) throws Exception {
    // The generator sends the JSON null for a body that is left out, which is no cancel request.
    CancelInput request = new CancelInput();
    Problem over =
        json.readValue(
            refusal(() -> orders.cancelCallOrder(orderId, null, request)), Problem.class);
    check(over.getCode().getKnownProblemCode() == KnownProblemCode.ORDER_NOT_CANCELABLE, over);
    CallOrderInput unknown = order().orderType("unknown");
    ValidationProblem invalid =
        json.readValue(
            refusal(() -> orders.createCallOrder(unknown, null)), ValidationProblem.class);
    check(invalid.getErrors().get(0).getPointer().equals("/order_type"), invalid);
  }

  /** The generator accepts nothing but problems where the answer has no body. */
  private void deletesSuppression() throws Exception {
    SuppressionsApi suppressions = new SuppressionsApi(client);
    String reference = "debtor-2";
    SuppressionInput input = new SuppressionInput().subjectReference(reference);
    Suppression made = suppressions.createSuppression(input, null);
    suppressions.deleteSuppression(made.getId(), null);
    SuppressionPage left = suppressions.listSuppressions(null, null, null, reference, null);
    check(left.getData().isEmpty(), left);
  }

  /** The address has no listener, so the endpoint stays unverified. */
  private void deletesWebhookEndpoint() throws Exception {
    WebhooksApi webhooks = new WebhooksApi(client);
    String url = "http://127.0.0.1:" + System.getenv("WEBHOOK_PORT") + "/events";
    WebhookEndpoint made =
        webhooks.createWebhookEndpoint(new WebhookEndpointInput().url(url), null);
    webhooks.deleteWebhookEndpoint(made.getId(), null);
    WebhookEndpointPage left = webhooks.listWebhookEndpoints(null, null, null);
    check(left.getData().isEmpty(), left);
  }

  private interface Request {
    void send() throws ApiException;
  }

  private static String refusal(Request request) {
    try {
      request.send();
    } catch (ApiException e) {
      return e.getResponseBody();
    }
    throw new AssertionError("it was not refused");
  }

  private static void check(boolean holds, Object seen) {
    if (!holds) {
      throw new AssertionError(seen);
    }
  }
}
