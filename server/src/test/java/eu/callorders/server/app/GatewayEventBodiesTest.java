package eu.callorders.server.app;

import static eu.callorders.server.app.GatewayCallbacks.body;
import static eu.callorders.server.app.GatewayCallbacks.headers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.json.Json;
import eu.callorders.server.telephony.FakeGateway;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies of event batches over HTTP. */
class GatewayEventBodiesTest {
  private final GatewayCallbacks callbacks = GatewayCallbacks.shared();
  private final FakeGateway gateway = callbacks.gateway;
  private final RunningTenant tenant = callbacks.tenant;
  private final URI events = callbacks.events;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense | ",
        "{} | ''",
        "[{}] | /0/event_id",
        "[[]] | /0",
        "[null] | /0",
        "[] | ''",
      })
  void rejectsInvalidBatches(String body, String pointer) {
    HttpResponse<String> refusal = gateway.push(events, body);

    assertThat(refusal.statusCode()).isEqualTo(400);
    assertThat(Json.parse(refusal.body()).at("/code").asText()).isEqualTo("malformed_request");
    if (pointer != null) {
      assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText()).isEqualTo(pointer);
    }
  }

  @Test
  void limitsBatchSize() {
    GatewayEvent event = FakeGateway.conversation(UUID.randomUUID()).getFirst();
    assertThat(gateway.sendEvents(events, Collections.nCopies(100, event)).statusCode())
        .isEqualTo(204);
    assertThat(gateway.sendEvents(events, Collections.nCopies(101, event)).statusCode())
        .isEqualTo(400);
    assertThat(gateway.push(events, "[" + " ".repeat(2 << 20) + "]").statusCode()).isEqualTo(413);
  }

  @Test
  void acceptsTwoMebibytes() {
    String order = tenant.create(tenant.order("06"));
    UUID attempt = gateway.awaitAttempt(order);
    Turn turn = new Turn(0, "subject", 0, 1, "x".repeat(100_000));
    GatewayEvent turns =
        new GatewayEvent.Turns(
            FakeGateway.header(attempt, 9), "de-DE", true, Collections.nCopies(20, turn));
    String body = body(List.of(turns));
    body += " ".repeat((2 << 20) - body.length());

    assertThat(gateway.push(events, body).statusCode()).isEqualTo(204);
    assertThat(tenant.eventTypes(order)).doesNotContain("call.transcript_available");

    GatewayEvent answered = new GatewayEvent.Answered(FakeGateway.header(attempt, 3));
    assertThat(gateway.sendEvents(events, List.of(answered)).statusCode()).isEqualTo(204);
    assertThat(tenant.eventTypes(order))
        .as("a transcript is announced once its call is readable")
        .containsSubsequence("call.answered", "call.transcript_available");
  }

  @Test
  void rejectsNullMembers() {
    GatewayEvent ended =
        new GatewayEvent.Ended(
            FakeGateway.header(UUID.randomUUID(), 1),
            Disposition.BUSY,
            Cause.NORMAL,
            null,
            null,
            Instant.now());
    for (String member : List.of("answered_at", "ended_by")) {
      ObjectNode document = GatewayEventDocument.write(ended);
      document.putNull(member);

      HttpResponse<String> refusal = gateway.push(events, FakeGateway.json(List.of(document)));

      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText())
          .isEqualTo("/0/" + member);
    }
  }

  @ParameterizedTest
  @CsvSource({"sip, null", "sip, \"x\"", "sip, 7", "q850, null", "q850, 128"})
  void rejectsUndocumentedCauses(String member, String value) {
    GatewayEvent ended =
        new GatewayEvent.Ended(
            FakeGateway.header(UUID.randomUUID(), 1),
            Disposition.BUSY,
            Cause.NORMAL,
            null,
            null,
            Instant.now());
    String body =
        body(List.of(ended)).replace("{\"code\":", "{\"" + member + "\":" + value + ",\"code\":");

    HttpResponse<String> refusal = gateway.push(events, body);

    assertThat(refusal.statusCode()).isEqualTo(400);
    assertThat(Json.parse(refusal.body()).at("/errors/0/pointer").asText())
        .isEqualTo("/0/cause/" + member);
  }

  @Test
  void acceptsJsonInUtf8Only() {
    String body = body(FakeGateway.conversation(UUID.randomUUID()));
    for (String[] headers :
        new String[][] {
          {},
          {"Content-Type", "text/plain"},
          {"Content-Type", "application/json; charset=iso-8859-1"},
          {"Content-Type", "application/json", "Content-Encoding", "gzip"}
        }) {
      HttpResponse<String> refusal = gateway.push(events, body, headers);
      assertThat(refusal.statusCode()).isEqualTo(415);
      assertThat(Json.parse(refusal.body()).at("/code").asText())
          .isEqualTo("unsupported_media_type");
    }
    assertThat(
            gateway
                .push(events, body, "Content-Type", "application/json; charset=UTF-8")
                .statusCode())
        .isEqualTo(204);
  }
}
