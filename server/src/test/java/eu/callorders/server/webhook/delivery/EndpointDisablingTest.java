package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EndpointDisablingTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Receiver other = fixture.other;

  @Test
  void skipsEventsOfDisabledEndpoint() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.update(endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.events(1);
    fixture.first.processAll();
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SKIPPED);
    assertThat(receiver.requests).isEmpty();
  }

  @Test
  void skipsWhenDisabledOrUnsubscribedBeforeDispatch() {
    Endpoint disabled = fixture.endpoint(receiver.url());
    Endpoint unsubscribed = fixture.endpoint(other.url(), List.of("order_type.*"), false);
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    fixture.update(disabled.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY['call.*'] WHERE id = $1",
        unsubscribed.id());
    fixture.first.sendAll();
    assertThat(fixture.log())
        .hasSize(2)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED))
        .allSatisfy(one -> assertThat(one.attempts()).isEmpty());
    assertThat(receiver.requests).isEmpty();
    assertThat(other.requests).isEmpty();
  }

  @Test
  void goneDisablesAtOnceAndNotifiesOtherEndpoints() {
    Endpoint gone = fixture.endpoint(receiver.url());
    Endpoint subscriber = fixture.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.respondWith(410);
    fixture.events(1);
    fixture.first.processAll();
    fixture.first.processAll();
    assertThat(fixture.find(gone).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(fixture.log(gone))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.FAILED);
    assertThat(other.requests)
        .singleElement()
        .satisfies(
            got -> {
              assertThat(got.json().path("type").asText()).isEqualTo("webhook_endpoint.disabled");
              assertThat(got.json().at("/data/reason").asText()).isEqualTo("gone");
              assertThat(got.json().at("/data/status").asText()).isEqualTo("disabled");
            });
    assertThat(fixture.log(subscriber)).hasSize(1);
  }

  @Test
  void fiveDaysOfFailuresDisableAfterThreeWarnings() {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    Endpoint subscriber = fixture.endpoint(other.url(), List.of("webhook_endpoint.*"), false);
    receiver.respondWith(500);
    for (int half = 0; half <= 11; half++) {
      fixture.events(1);
      fixture.first.processAll();
      fixture.clock.advance(Duration.ofHours(12).plusMinutes(1));
    }
    fixture.first.processAll();
    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(other.requests)
        .extracting(
            got -> got.json().path("type").asText() + got.json().at("/data/percent").asText())
        .containsExactly(
            "webhook_endpoint.failing50",
            "webhook_endpoint.failing70",
            "webhook_endpoint.failing90",
            "webhook_endpoint.disabled");
    assertThat(fixture.log(subscriber)).hasSize(4);
  }
}
