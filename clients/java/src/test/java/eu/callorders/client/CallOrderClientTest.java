package eu.callorders.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.StubService.Fault;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.ProblemCode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallOrderClientTest {
  private static final RetryPolicy FAST =
      new RetryPolicy(3, Duration.ofMillis(1), Duration.ofSeconds(5));

  private static final ApiRequest<JsonNode> CREATE =
      ApiRequest.of("POST", "/v1/call-orders", new TypeReference<JsonNode>() {})
          .withBody(ClientJson.mapper().createObjectNode().put("order_type", "x"));

  private final StubService service = new StubService();
  private final CallOrderClient client = service.client().retryPolicy(FAST).build();

  CallOrderClientTest() throws IOException {}

  @AfterEach
  void close() {
    service.close();
  }

  private String create() {
    return client.send(CREATE).body().path("id").asText();
  }

  @Test
  void createsOneOrderWhenItsAnswerIsLost() {
    service.faults.add(Fault.lost());
    service.faults.add(Fault.lost());

    assertThat(create()).isEqualTo("ord_1");
    assertThat(service.orders()).hasSize(1);
    assertThat(service.requests)
        .hasSize(3)
        .extracting(headers -> headers.getFirst("Idempotency-Key"))
        .containsOnly(service.requests.get(0).getFirst("Idempotency-Key"));
  }

  @Test
  void givesEachWriteAKeyOfItsOwn() {
    create();
    create();
    assertThat(service.orders()).hasSize(2);
  }

  @Test
  void repeatsTemporaryRefusals() {
    service.faults.add(Fault.refusal(503, "unavailable"));
    service.faults.add(Fault.refusal(409, "idempotency_key_in_progress"));
    assertThat(create()).isEqualTo("ord_1");
  }

  @Test
  void doesNotRepeatOtherRefusals() {
    service.faults.add(Fault.refusal(422, "subject_suppressed"));

    assertThatThrownBy(this::create)
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> assertThat(refusal.code()).isEqualTo(ProblemCode.SUBJECT_SUPPRESSED));
    assertThat(service.requests).hasSize(1);
  }

  @Test
  void replacesARevokedToken() {
    create();
    service.faults.add(Fault.refusal(401, "unauthorized"));
    create();
    assertThat(service.tokens).hasValue(2);
    assertThat(service.requests.get(2).getFirst("Authorization")).isEqualTo("Bearer token-2");
  }

  @Test
  void givesUpWhenTheNewTokenIsRefusedToo() {
    service.faults.add(Fault.refusal(401, "unauthorized"));
    service.faults.add(Fault.refusal(401, "unauthorized"));
    assertThatThrownBy(this::create).isInstanceOf(ApiException.class);
    assertThat(service.requests).hasSize(2);
  }

  @Test
  void doesNotRepeatARefusedTokenThatCannotBeReplaced() {
    CallOrderClient fixed = service.client(TokenSource.fixed("constant")).build();
    service.faults.add(Fault.refusal(401, "unauthorized"));
    assertThatThrownBy(() -> fixed.send(CREATE)).isInstanceOf(ApiException.class);
    assertThat(service.requests)
        .extracting(headers -> headers.getFirst("Authorization"))
        .containsExactly("Bearer constant");
    assertThat(service.tokens).hasValue(0);
  }

  @Test
  void repeatsOnlyWhatItsPolicyNames() {
    CallOrderClient careful =
        service
            .client()
            .retryPolicy(
                new RetryPolicy(
                    3,
                    Duration.ofMillis(1),
                    Duration.ofSeconds(5),
                    failure -> failure instanceof ApiException refused && refused.status() == 503))
            .build();
    service.faults.add(Fault.refusal(503, "unavailable"));
    service.faults.add(Fault.refusal(500, "internal_error"));
    assertThatThrownBy(() -> careful.send(CREATE))
        .isInstanceOfSatisfying(
            ApiException.class,
            refusal -> {
              assertThat(refusal.status()).isEqualTo(500);
              assertThat(new String(refusal.body(), UTF_8)).contains("\"detail\":\"scripted\"");
            });
    assertThat(service.requests).hasSize(2);
  }

  @Test
  void prefersTheHeadersOfTheRequest() {
    client.send(CREATE.withHeader("Accept", "text/html"));
    assertThat(service.requests.get(0).get("Accept")).containsExactly("text/html");
  }

  @Test
  void reportsAServiceThatDoesNotRespond() {
    service.close();
    assertThatThrownBy(this::create).isInstanceOf(UnreachableException.class);
  }

  @Test
  void waitsAsLongAsTheServiceAsks() {
    service.faults.add(new Fault(429, "rate_limited", 1, false));
    long start = System.nanoTime();
    create();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(990));
  }
}
