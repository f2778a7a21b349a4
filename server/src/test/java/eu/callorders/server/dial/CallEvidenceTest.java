package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.evidence.DisclosureCheck.Fault;
import eu.callorders.core.signing.Sha256;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.json.Json;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When evidence is made, and what it states. */
@Tag("long")
class CallEvidenceTest {
  private static final Map<String, Object> REPORT =
      Map.of(
          "summary_code",
          "no_outcome",
          "reachability",
          "subject_reached",
          "engagement",
          "completed");

  private final ScriptedGateway gateway = new ScriptedGateway().disclosing();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  private PlacedOrder dialed() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    return order;
  }

  private String disclosure() {
    return gateway.placed.getLast().disclosure();
  }

  private List<String> signed(UUID call) {
    return fixture.query("SELECT jws FROM call_evidence WHERE call_id = $1", call).stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private JsonNode document(UUID call) {
    return Json.parse(Base64.getUrlDecoder().decode(signed(call).getFirst().split("\\.")[1]));
  }

  private List<Row> recordedEvents() {
    return fixture.query("SELECT FROM call_attempt WHERE gateway_events IS NOT NULL");
  }

  private void talk(UUID call) {
    fixture.receive(
        gateway.answered(call),
        gateway.disclosed(call, Instant.now(), disclosure()),
        gateway.ended(call, Disposition.ANSWERED, Cause.NORMAL));
  }

  @Test
  void isMadeWhenTheReportIsStored() {
    UUID call = dialed().attempt();
    talk(call);
    assertThat(signed(call)).isEmpty();
    assertThat(recordedEvents()).hasSize(1);

    fixture.receive(gateway.report(call, REPORT));

    JsonNode document = document(call);
    assertThat(document.path("gateway_events").findValuesAsText("type"))
        .containsExactly("call.answered", "call.disclosed", "call.ended", "call.report");
    assertThat(document.at("/call/reported").asBoolean()).isTrue();
    assertThat(document.at("/disclosure/language").asText()).isEqualTo("de");
    assertThat(document.at("/disclosure/text_sha256").asText())
        .isEqualTo(Sha256.hex(disclosure()))
        .isEqualTo(document.at("/disclosure/spoken_sha256").asText());
    assertThat(document.at("/counters/contacts_per_day/used").asInt()).isZero();
    assertThat(document.at("/checks/suppression").asText()).isEqualTo("pass");
    assertThat(document.at("/checks/hold").asText()).isEqualTo("pass");
    assertThat(document.has("compliance_basis")).isFalse();
    assertThat(document.at("/decision/window/0/source").asText()).isNotEmpty();
    assertThat(recordedEvents()).isEmpty();
    assertThat(faults(Fault.MISSING) + faults(Fault.LATE) + faults(Fault.OTHER_TEXT)).isZero();
  }

  @Test
  void statesTheBasisOfTheOrder() {
    JsonNode basis =
        Json.parse(
            """
            {"kind": "consent", "obtained_at": "2026-05-01T08:00:00.000Z",
             "evidence_ref": "form-17"}
            """);
    PlacedOrder order = tenant.anOrder().basedOn(basis).to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    talk(order.attempt());

    fixture.receive(gateway.report(order.attempt(), REPORT));

    assertThat(document(order.attempt()).path("compliance_basis")).isEqualTo(basis);
  }

  @Test
  void eventsOfOneRoundAreStatedInAnyOrder() {
    UUID call = dialed().attempt();

    fixture.receive(
        gateway.report(call, REPORT),
        gateway.ended(call, Disposition.ANSWERED, Cause.NORMAL),
        gateway.disclosed(call, Instant.now(), disclosure()),
        gateway.answered(call));

    assertThat(document(call).path("gateway_events")).hasSize(4);
    assertThat(faults(Fault.MISSING)).isZero();
  }

  @Test
  void countsTurnsThatItLeavesOut() {
    UUID call = dialed().attempt();
    fixture.receive(gateway.answered(call), gateway.disclosed(call, Instant.now(), disclosure()));
    for (int request = 0; request < 5; request++) {
      fixture.receive(
          IntStream.range(0, 50)
              .mapToObj(turn -> gateway.transcript(call, "turn " + turn))
              .toArray(AttemptUpdate[]::new));
    }
    fixture.receive(
        gateway.ended(call, Disposition.ANSWERED, Cause.NORMAL), gateway.report(call, REPORT));

    JsonNode document = document(call);
    assertThat(document.path("gateway_events").findValuesAsText("type"))
        .hasSize(200)
        .startsWith("call.answered", "call.disclosed", "call.turns")
        .endsWith("call.turns", "call.ended", "call.report");
    assertThat(document.path("gateway_events_omitted").asInt()).isEqualTo(54);
    assertThat(faults(Fault.MISSING)).isZero();
  }

  @Test
  void isMadeWhenTheReportIsOverdue() {
    UUID call = dialed().attempt();
    talk(call);
    tenant.jump(Duration.ofMinutes(14));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(signed(call)).isEmpty();

    tenant.jump(Duration.ofMinutes(2));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();

    assertThat(document(call).at("/call/reported").asBoolean(true)).isFalse();
  }

  @Test
  void isMadeAtTheEndOfACallWithoutConversation() {
    UUID call = dialed().attempt();

    fixture.receive(gateway.ended(call, Disposition.BUSY, Cause.NORMAL));

    assertThat(document(call).at("/call/disposition").asText()).isEqualTo("busy");
    assertThat(document(call).path("disclosure").has("spoken_at")).isFalse();
    assertThat(faults(Fault.MISSING)).isZero();
  }

  @Test
  void isCommittedWithTheReportOrNotAtAll() {
    PlacedOrder order = dialed();
    UUID call = order.attempt();
    talk(call);
    AttemptUpdate report = gateway.report(call, REPORT);
    try (CommitFailures _ =
        CommitFailures.of(fixture.vertx, fixture.testDatabase, "call_evidence")) {
      fixture.receive(report);
    }
    assertThat(signed(call)).isEmpty();
    assertThat(order.isEnded()).isFalse();
    assertThat(recordedEvents()).hasSize(1);

    fixture.inboxProcessor.runOnce();

    assertThat(signed(call)).hasSize(1);
    assertThat(order.isEnded()).isTrue();
  }

  @Test
  void neverChanges() {
    UUID call = dialed().attempt();
    talk(call);
    AttemptUpdate report = gateway.report(call, REPORT);
    fixture.receive(report);
    List<String> before = signed(call);

    fixture.receive(report, gateway.answered(call), gateway.transcript(call, "late"));

    assertThat(signed(call)).isEqualTo(before);
    assertThat(recordedEvents()).isEmpty();
  }

  @Test
  void recordedEventsDoNotChangeTheEntityTag() {
    PlacedOrder order = dialed();
    fixture.receive(gateway.answered(order.attempt()));
    int tag = order.tag();
    int revision = order.revision();

    fixture.receive(gateway.disclosed(order.attempt(), Instant.now(), disclosure()));

    assertThat(recordedEvents()).hasSize(1);
    assertThat(order.tag()).isEqualTo(tag);
    assertThat(order.revision()).isEqualTo(revision);
  }

  @Test
  void countsFaultsOfTheDisclosure() {
    UUID silent = dialed().attempt();
    fixture.receive(
        gateway.answered(silent),
        gateway.ended(silent, Disposition.ANSWERED, Cause.NORMAL),
        gateway.report(silent, REPORT));
    UUID late = dialed().attempt();
    fixture.receive(
        gateway.answered(late),
        gateway.disclosed(late, Instant.now().plusSeconds(60), disclosure()),
        gateway.ended(late, Disposition.ANSWERED, Cause.NORMAL),
        gateway.report(late, REPORT));
    UUID other = dialed().attempt();
    fixture.receive(
        gateway.answered(other),
        gateway.disclosed(other, Instant.now(), "Good morning."),
        gateway.ended(other, Disposition.ANSWERED, Cause.NORMAL),
        gateway.report(other, REPORT));

    assertThat(faults(Fault.MISSING)).isEqualTo(1);
    assertThat(faults(Fault.LATE)).isEqualTo(1);
    assertThat(faults(Fault.OTHER_TEXT)).isEqualTo(1);
  }

  private long faults(Fault fault) {
    return fixture.monitor.counts().disclosureFaults(fault);
  }

  @Test
  void tenantsAdditionIsSpokenAfterTheSentence() {
    dialed();
    String sentence = disclosure();
    fixture.change(
        tenant.id(),
        before -> TestTenants.disclosing(before, "de", "Das Gespräch wird nicht aufgezeichnet."));

    UUID call = dialed().attempt();
    talk(call);
    fixture.receive(gateway.report(call, REPORT));

    assertThat(disclosure()).isEqualTo(sentence + " Das Gespräch wird nicht aufgezeichnet.");
    assertThat(document(call).at("/disclosure/text_sha256").asText())
        .isEqualTo(Sha256.hex(disclosure()));
  }
}
