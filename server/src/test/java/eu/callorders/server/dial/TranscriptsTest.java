package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.call.TranscriptStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Storage of transcripts, and handling of untrusted reports. */
class TranscriptsTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  @AutoClose private static final DialFixture fixture = DialFixture.withGateway(GATEWAY);

  private final TestTenant tenant = fixture.tenant();

  @Test
  void isStoredWithoutAccountNumbersUntilItExpires() {
    PlacedOrder order = withTranscript(tenant.anOrder());
    Instant expiresAt = order.attempts().getFirst().transcriptExpiresAt();

    JsonNode turn = transcript(order, tenant.now()).orElseThrow().at("/turns/0");
    assertThat(turn.path("text").asText()).isEqualTo("IBAN ********************** bitte");
    assertThat(turn.at("/redactions/0/start").asInt()).isEqualTo(5);
    assertThat(turn.at("/redactions/0/end").asInt()).isEqualTo(27);
    assertThat(expiresAt)
        .isBetween(
            tenant.now().plus(Duration.ofDays(90)).minusSeconds(60),
            tenant.now().plus(Duration.ofDays(90)));
    assertThat(transcript(order, expiresAt.minusMillis(1))).isPresent();
    assertThat(transcript(order, expiresAt)).isEmpty();
  }

  @Test
  void isStoredOnce() {
    PlacedOrder order = withTranscript(tenant.anOrder());

    fixture.receive(GATEWAY.transcript(order.attempt(), "something else"));

    assertThat(order.eventTypes()).containsOnlyOnce("call.transcript_available");
    assertThat(transcript(order, tenant.now()).orElseThrow().toString())
        .doesNotContain("something else");
  }

  @Test
  void isNotStoredWhenTheOrderExcludesIt() {
    assertNotStored(withTranscript(tenant.anOrder().withoutTranscript()));
  }

  @Test
  void isNotStoredWhenTheTenantExcludesIt() {
    tenant.disableTranscripts();

    assertNotStored(withTranscript(tenant.anOrder()));
  }

  @Test
  void isNotStoredAfterTheTenantExcludesIt() {
    PlacedOrder order = answered(tenant.anOrder());
    tenant.disableTranscripts();

    fixture.receive(GATEWAY.transcript(order.attempt(), "hello"));

    assertNotStored(order);
  }

  @Test
  void invalidReportYieldsNoOutcome() {
    PlacedOrder order = answered(tenant.anOrder());

    fixture.receive(
        GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL),
        GATEWAY.report(order.attempt(), Map.of("summary_code", "invented")));

    assertThat(order.status()).isEqualTo("completed");
    assertThat(order.summary()).isEqualTo("no_outcome");
    assertThat(order.result().path("reachability").asText()).isEqualTo("unknown");
  }

  @Test
  void secondReportIsIgnored() {
    PlacedOrder order = answered(tenant.anOrder());
    fixture.receive(
        GATEWAY.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL),
        GATEWAY.report(order.attempt(), Map.of("summary_code", "refused")));

    fixture.receive(GATEWAY.report(order.attempt(), Map.of("summary_code", "payment_promised")));

    assertThat(order.summary()).isEqualTo("refused");
    assertThat(order.view().at("/calls/0/report/summary_code").asText()).isEqualTo("refused");
  }

  private PlacedOrder answered(OrderDraft draft) {
    PlacedOrder order = draft.to(MagicLine.NO_OUTCOME).place();
    fixture.dialDue();
    fixture.receive(GATEWAY.answered(order.attempt()));
    return order;
  }

  private PlacedOrder withTranscript(OrderDraft draft) {
    PlacedOrder order = answered(draft);
    fixture.receive(GATEWAY.transcript(order.attempt(), "IBAN DE89370400440532013000 bitte"));
    return order;
  }

  private Optional<JsonNode> transcript(PlacedOrder order, Instant at) {
    UUID attempt = order.attempt();
    return fixture
        .database
        .asWorker(connection -> TranscriptStore.find(connection, tenant.id(), attempt, at))
        .await();
  }

  private void assertNotStored(PlacedOrder order) {
    assertThat(fixture.query("SELECT 1 FROM transcript WHERE attempt_id = $1", order.attempt()))
        .isEmpty();
    assertThat(order.eventTypes()).doesNotContain("call.transcript_available");
    assertThat(order.view().at("/calls/0/transcript/available").asBoolean()).isFalse();
  }
}
