package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.HeldLocks;
import eu.callorders.server.enrollment.SubjectCanceler;
import eu.callorders.server.erasure.GatewayErasureWorker;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Erasures run in pages, on any node, and resume after a failure. */
@Tag("long")
class ErasureWorkerTest {
  private static final InstantSource REAL_TIME = InstantSource.system();
  private static final String WAIT =
      "\"steps\": [{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}]";

  /** Ended enrollments of the same subject, newer than the given one. */
  private static final String NEWER_ENROLLMENTS =
      """
      WITH older AS (
        UPDATE enrollment SET created_at = created_at - interval '1 hour'
         WHERE id = $1
        RETURNING *),
      newer AS (
        SELECT o.*, gen_random_uuid() AS new_id FROM older o, generate_series(1, $2)),
      bodies AS (
        INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data, metadata)
        SELECT new_id, tenant_id, '{}', NULL FROM newer)
      INSERT INTO enrollment
        (id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference, signal_id,
         status, position, step, created_at, ended_at)
      SELECT new_id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference,
             signal_id, 'completed', 'ended', step, created_at + interval '30 minutes',
             created_at + interval '30 minutes'
        FROM newer
      RETURNING id
      """;

  /** Stored responses, the last of which names a subject. */
  private static final String RESPONSES =
      """
      INSERT INTO idempotency_record
        (tenant_id, key, method, path, body_hash, status, headers, body, created_at)
      SELECT $1, 'key-' || lpad(n::text, 6, '0'), 'POST', '/v1/call-orders',
             decode(repeat('00', 32), 'hex'), 202, '{}',
             CASE WHEN n = $2 THEN '{"subject":{"reference":"erika"}}' ELSE '{}' END, now()
        FROM generate_series(1, $2) AS n
      RETURNING key
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final ErasureDriver erasing = new ErasureDriver(fixture, tenant);

  @Test
  void resumesWhereAnotherWorkerStopped() {
    List<PlacedOrder> orders = erasing.orders("erika", 120);
    PlacedOrder other = tenant.anOrder().forSubject("max").to(MagicLine.BUSY).place();
    erasing.request("erika");
    assertThat(orders).allMatch(order -> order.status().equals("canceled"));

    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(ErasureDriver.redacted(orders)).isEqualTo(50);
    while (erasing.worker().runOnce()) {
      assertThat(ErasureDriver.redacted(orders)).isGreaterThanOrEqualTo(50);
    }

    assertThat(ErasureDriver.redacted(orders)).isEqualTo(120);
    assertThat(other.status()).isEqualTo("scheduled");
    assertThat(fixture.query("SELECT FROM erasure WHERE subject_reference IS NULL")).hasSize(1);
    assertThat(erasing.actions()).containsExactly("subject.erased");
  }

  @Test
  void cancelsAllOrdersInPagesBeforeRedaction() {
    List<PlacedOrder> orders = erasing.orders("erika", 450);
    erasing.request("erika");
    assertThat(erasing.canceled()).isEqualTo(200);

    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(erasing.canceled()).isEqualTo(200);
    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(erasing.canceled()).isEqualTo(400);
    assertThat(ErasureDriver.redacted(orders)).isZero();
    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(erasing.canceled()).isEqualTo(450);
    erasing.finish();

    assertThat(ErasureDriver.redacted(orders)).isEqualTo(450);
  }

  @Test
  void cancelsEnrollmentsBeyondTheFirstPageBeforeRedaction() {
    TestEnrollment running =
        TestSequence.of(tenant, WAIT)
            .enroll(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY));
    fixture.query(NEWER_ENROLLMENTS, running.id(), SubjectCanceler.PAGE);
    erasing.request("erika");
    assertThat(running.status()).isEqualTo("active");

    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(running.status()).isEqualTo("active");
    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(running.status()).isEqualTo("canceled");
    erasing.finish();

    assertThat(erasing.isDone()).isTrue();
  }

  @Test
  void deletesStoredResponsesBeyondTheFirstPage() {
    fixture.query(RESPONSES, tenant.id(), 2_001);
    erasing.request("erika");
    erasing.finish();

    assertThat(erasing.isDone()).isTrue();
    assertThat(fixture.query("SELECT FROM idempotency_record")).hasSize(2_000);
    assertThat(fixture.query("SELECT FROM idempotency_record WHERE body LIKE '%erika%'")).isEmpty();
  }

  @Test
  void redactsNothingWhileTheSubjectIsLocked() {
    List<PlacedOrder> orders = erasing.orders("erika", 1);
    erasing.request("erika");

    try (HeldLocks _ = tenant.holdSubject("erika")) {
      assertThat(erasing.worker().runOnce()).isTrue();
      assertThat(erasing.worker().runOnce()).isFalse();
      assertThat(ErasureDriver.redacted(orders)).isZero();
    }
    fixture.query("UPDATE erasure SET next_run_at = now() RETURNING id");
    while (erasing.worker().runOnce()) {
      assertThat(fixture.query("SELECT FROM erasure")).hasSize(1);
    }

    assertThat(ErasureDriver.redacted(orders)).isEqualTo(1);
  }

  @Test
  void repeatedRequestReturnsTheFirst() {
    UUID first = erasing.request("erika");

    assertThat(erasing.request("erika")).isEqualTo(first);
    assertThat(erasing.request("max")).isNotEqualTo(first);
  }

  @Test
  void stopsRingingCallAndWaitsForItsEnd() {
    PlacedOrder order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).place();
    fixture.dialDue();
    erasing.request("erika");

    assertThat(order.status()).isEqualTo("dialing");
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(order.attempt());
    erasing.worker().runOnce();
    assertThat(ErasureDriver.redacted(List.of(order))).isZero();
    assertThat(erasing.actions()).isEmpty();
  }

  @Test
  void retriesUntilTheGatewayHasErased() {
    UUID attempt = UUID.randomUUID();
    fixture.query(
        "INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)"
            + " VALUES ($1, $2, now()) RETURNING attempt_id",
        attempt,
        tenant.id());
    gateway.erases = false;
    GatewayErasureWorker erasures = new GatewayErasureWorker(fixture.database, gateway, REAL_TIME);
    assertThat(erasures.runOnce()).isEqualTo(1);
    assertThat(erasures.runOnce()).isZero();

    gateway.erases = true;
    fixture.query("UPDATE gateway_erasure SET next_attempt_at = now() RETURNING attempt_id");

    assertThat(erasures.runOnce()).isEqualTo(1);
    assertThat(gateway.erasureRequests).containsExactly(attempt, attempt);
    assertThat(fixture.query("SELECT FROM gateway_erasure")).isEmpty();
  }

  /** The gateway replies only after requests for all of them. */
  @Test
  void erasesManyAtTheGatewayConcurrentlyDespiteFailures() {
    fixture.query(
        """
        INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
        SELECT gen_random_uuid(), $1, now() FROM generate_series(1, 5)
        RETURNING attempt_id
        """,
        tenant.id());
    CompletableFuture<Boolean> all = new CompletableFuture<>();
    AtomicReference<UUID> bad = new AtomicReference<>();
    gateway.erasure =
        attempt -> {
          bad.compareAndSet(null, attempt);
          if (gateway.erasureRequests.size() >= 5) {
            all.complete(true);
          }
          return attempt.equals(bad.get())
              ? CompletableFuture.failedStage(new IllegalStateException("for the test"))
              : all;
        };
    GatewayErasureWorker erasures = new GatewayErasureWorker(fixture.database, gateway, REAL_TIME);

    assertThat(erasures.runOnce()).isEqualTo(5);
    assertThat(fixture.query("SELECT FROM gateway_erasure")).hasSize(1);
    for (int failure = 1; failure < 3; failure++) {
      assertThat(fixture.query("SELECT FROM failed_work")).isEmpty();
      fixture.query("UPDATE gateway_erasure SET next_attempt_at = now() RETURNING attempt_id");
      assertThat(erasures.runOnce()).isEqualTo(1);
    }

    assertThat(fixture.query("SELECT item_id FROM failed_work WHERE kind = 'gateway_erasure'"))
        .singleElement()
        .satisfies(row -> assertThat(row.getString("item_id")).isEqualTo(bad.get().toString()));
  }

  @Test
  void erasesNothingDuringARecovery() {
    List<PlacedOrder> orders = erasing.orders("erika", 1);
    erasing.request("erika");
    UUID attempt = UUID.randomUUID();
    fixture.query(
        "INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)"
            + " VALUES ($1, $2, now()) RETURNING attempt_id",
        attempt,
        tenant.id());
    GatewayErasureWorker gatewayErasures =
        new GatewayErasureWorker(fixture.database, gateway, REAL_TIME);
    fixture.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())
        RETURNING id
        """);

    assertThat(erasing.worker().runOnce()).isFalse();
    assertThat(gatewayErasures.runOnce()).isZero();
    assertThat(ErasureDriver.redacted(orders)).isZero();

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    assertThat(erasing.worker().runOnce()).isTrue();
    assertThat(gatewayErasures.runOnce()).isEqualTo(1);
    assertThat(ErasureDriver.redacted(orders)).isEqualTo(1);
    assertThat(gateway.erasureRequests).containsExactly(attempt);
  }
}
