package eu.callorders.server.dial;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.PlaceCall;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A dial path whose gateway reports unknown calls. */
final class UnknownCallsFixture implements AutoCloseable {
  /** A report with an objection. */
  static final Map<String, Object> OBJECTION =
      Map.of("summary_code", "objection_to_calls", "findings", Map.of("objection", Map.of()));

  /** Reports that object, valid and invalid ones. */
  static Stream<Map<String, Object>> objectingReports() {
    return Stream.of(
        OBJECTION,
        Map.of("summary_code", "objection_to_calls"),
        Map.of("summary_code", "objection_to_calls", "summary", "x".repeat(501)),
        Map.of(
            "summary_code",
            "payment_promised",
            "findings",
            Map.of("objection", Map.of(), "payment_promise", Map.of("on", "20260-07-10"))),
        Map.of("summary_code", "refused", "findings", Map.of("objection", true)));
  }

  private static final UUID CLAIM = UUID.randomUUID();

  final ScriptedGateway gateway;
  final DialFixture fixture;
  final TestTenant tenant;
  final CallContextCipher contexts = new CallContextCipher(DialFixture.KEYS);
  final UUID deployment = UUID.randomUUID();
  final UnknownCallProcessor processor;

  UnknownCallsFixture() {
    this(new ScriptedGateway());
  }

  UnknownCallsFixture(ScriptedGateway gateway) {
    this.gateway = gateway;
    fixture = DialFixture.withGateway(gateway);
    tenant = fixture.tenant();
    processor = fixture.units.unknownCalls(contexts, deployment);
  }

  /** Makes all unknown calls due. */
  void makeDue() {
    fixture.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
  }

  /** A call without an origin. */
  AttemptUpdate accepted(UUID attempt, UUID order, String phone) {
    return accepted(attempt, order, tenant.id(), phone, null);
  }

  /** A call of an existing order, without an origin. */
  AttemptUpdate accepted(UUID attempt, PlacedOrder order) {
    return accepted(attempt, order.id(), phone(order));
  }

  AttemptUpdate accepted(PlaceCall call) {
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Accepted(gateway.header(call.attemptId()), Facts.of(call)));
  }

  /** A call of this deployment with the subject in its context. */
  AttemptUpdate accepted(UUID attempt, UUID order, String phone, @Nullable String reference) {
    String context =
        reference == null ? null : contexts.encrypt(attempt, new CallContext(reference, CLAIM));
    CallOrigin origin = new CallOrigin(deployment, UUID.randomUUID(), context);
    return accepted(attempt, order, tenant.id(), phone, origin);
  }

  AttemptUpdate accepted(
      UUID attempt, UUID order, UUID tenantId, String phone, @Nullable CallOrigin origin) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Accepted(
            gateway.header(attempt),
            new Facts(order, tenantId, new PhoneNumber(phone), 1, now, origin)));
  }

  AttemptUpdate busy(UUID attempt) {
    return gateway.ended(attempt, Disposition.BUSY, Cause.NORMAL);
  }

  /**
   * Reports busy calls of deleted orders, each with its own subject and phone; returns their ids.
   */
  List<UUID> reportBusy(int count) {
    List<UUID> attempts = new ArrayList<>();
    for (int subject = 0; subject < count; subject++) {
      UUID attempt = AttemptIds.of(newId(), 1);
      attempts.add(attempt);
      fixture.store(busyCall(attempt, "person-" + subject).toArray(AttemptUpdate[]::new));
    }
    return attempts;
  }

  /** The events of a busy call of a deleted order to a new phone. */
  List<AttemptUpdate> busyCall(UUID attempt, String subject) {
    return List.of(
        accepted(attempt, newId(), tenant.newPhone(MagicLine.BUSY), subject), busy(attempt));
  }

  AttemptUpdate answered(UUID attempt) {
    return gateway.ended(attempt, Disposition.ANSWERED, Cause.NORMAL);
  }

  AttemptUpdate erased(UUID attempt, UUID order) {
    return new AttemptUpdate.EventReceived(
        new GatewayEvent.Forgotten(gateway.header(attempt), order, tenant.id()));
  }

  /** Records a busy attempt of a deleted order. */
  UUID recordBusy(UUID goneOrder, int number, String reference) {
    UUID attempt = AttemptIds.of(goneOrder, number);
    fixture.receive(
        accepted(attempt, goneOrder, tenant.newPhone(MagicLine.BUSY), reference), busy(attempt));
    processor.runOnce();
    return attempt;
  }

  String phone(PlacedOrder order) {
    return fixture
        .query("SELECT phone FROM call_order_phone WHERE order_id = $1", order.id())
        .getFirst()
        .getString(0);
  }

  static UUID newId() {
    return UuidV7.at(Instant.now(), new Random());
  }

  /** Subject, phone, status and disposition of each attempt. */
  List<String> attempts() {
    return fixture
        .query("SELECT subject_reference, phone, status, disposition FROM call_attempt")
        .stream()
        .map(
            row ->
                "%s %s %s %s"
                    .formatted(
                        row.getString(0), row.getString(1), row.getString(2), row.getString(3)))
        .toList();
  }

  List<UUID> recordedAttempts() {
    return fixture.query("SELECT id FROM call_attempt").stream()
        .map(row -> row.getUUID(0))
        .toList();
  }

  List<UUID> unknownCalls() {
    return fixture.query("SELECT attempt_id FROM unknown_call").stream()
        .map(row -> row.getUUID(0))
        .toList();
  }

  /** Phone and subject of each suppression. */
  List<String> suppressions() {
    return fixture.query("SELECT phone, subject_reference FROM suppression").stream()
        .map(row -> row.getString(0) + " " + row.getString(1))
        .toList();
  }

  /** Attempts to erase at the gateway. */
  List<UUID> erasedAtGateway() {
    return fixture.query("SELECT attempt_id FROM gateway_erasure").stream()
        .map(row -> row.getUUID(0))
        .toList();
  }

  /**
   * Fails every insertion of the attempt.
   *
   * @param state SQL state of the failure
   */
  void failInsert(UUID attempt, String state) throws SQLException {
    execute(
        """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'refused' USING ERRCODE = '%s';
        END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON call_attempt
          FOR EACH ROW WHEN (NEW.id = '%s') EXECUTE FUNCTION refuse()
        """
            .formatted(state, attempt));
  }

  /** Runs statements as superuser. */
  void execute(String statements) throws SQLException {
    try (Connection connection = fixture.testDatabase.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }

  @Override
  public void close() {
    fixture.close();
  }
}
