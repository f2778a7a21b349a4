package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EndpointVerificationTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @Test
  void correctChallengeActivatesEndpoint() {
    Endpoint endpoint = fixture.pending(receiver.url());
    receiver.respondToChallenges();
    fixture.first.sendAll();
    Endpoint verified = fixture.find(endpoint);
    assertThat(verified.status()).isEqualTo(EndpointStatus.ACTIVE);
    assertThat(verified.verification().state()).isEqualTo(VerificationState.SUCCEEDED);
    assertThat(verified.activatedAt()).isNotNull();
    assertThat(verified.revision()).isEqualTo(endpoint.revision() + 1);
    assertThat(receiver.requests.get(0).json().path("type").asText())
        .isEqualTo("webhook_endpoint.verification");
    assertThat(fixture.envelopes()).isEmpty();
  }

  @Test
  void verificationFailsAfterThreeWrongResponses() {
    Endpoint endpoint = fixture.pending(receiver.url());
    receiver.respondWith((request, body) -> request.response().end("{\"challenge\": \"another\"}"));
    fixture.first.sendAll();
    assertThat(fixture.find(endpoint).verification().state()).isEqualTo(VerificationState.PENDING);
    assertThat(fixture.log().get(0).nextAttemptAt())
        .isBetween(
            fixture.clock.instant().plusSeconds(60), fixture.clock.instant().plusSeconds(120));
    for (int again = 0; again < 2; again++) {
      fixture.makeAllDue();
      fixture.first.offer(endpoint);
      fixture.first.sendAll();
    }
    Endpoint failed = fixture.find(endpoint);
    assertThat(failed.status()).isEqualTo(EndpointStatus.PENDING_VERIFICATION);
    assertThat(failed.verification().state()).isEqualTo(VerificationState.FAILED);
    assertThat(failed.verification().failureReason()).isEqualTo("challenge_not_answered");
    assertThat(receiver.requests).hasSize(3);
    assertThat(fixture.log().get(0).status()).isEqualTo(DeliveryStatus.FAILED);
  }

  @Test
  void verificationExpiresAfterOneDay() {
    Endpoint endpoint = fixture.pending(receiver.url());
    VerificationExpiry expiry = new VerificationExpiry(fixture.database, fixture.clock);
    fixture.clock.advance(Duration.ofHours(24).minusSeconds(1));
    assertThat(expiry.runOnce()).isZero();
    fixture.clock.advance(Duration.ofSeconds(1));
    assertThat(expiry.runOnce()).isEqualTo(1);
    assertThat(fixture.find(endpoint).verification().state()).isEqualTo(VerificationState.EXPIRED);
    fixture.first.sendAll();
    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.log().get(0).status()).isEqualTo(DeliveryStatus.SKIPPED);
  }

  @Test
  void failingExpiryDoesNotBlockOthers() {
    List<Endpoint> pending = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      pending.add(fixture.pending(receiver.url()));
    }
    Endpoint bad = pending.get(4);
    fixture.execute(
        "UPDATE webhook_endpoint SET event_types = ARRAY[NULL]::text[] WHERE id = $1", bad.id());
    VerificationExpiry expiry = new VerificationExpiry(fixture.database, fixture.clock);
    fixture.clock.advance(Duration.ofHours(24));

    expiry.runOnce();

    assertThat(fixture.rows("SELECT FROM webhook_endpoint WHERE verification_state = 'expired'"))
        .hasSize(9);
    assertThat(fixture.rows("SELECT kind, item_id FROM failed_work"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_verification");
              assertThat(row.getString("item_id")).isEqualTo(bad.id().toString());
            });
    assertThat(expiry.runOnce()).isZero();
  }
}
