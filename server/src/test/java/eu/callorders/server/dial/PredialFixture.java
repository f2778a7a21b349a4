package eu.callorders.server.dial;

import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.predial.PredialLoader;
import eu.callorders.server.predial.PredialQuestions;
import eu.callorders.server.webhook.delivery.ActiveSecrets;
import eu.callorders.server.webhook.endpoint.EndpointSecrets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

/** The checks before the dial of a fixture. */
final class PredialFixture {
  final PredialClient client = new PredialClient();
  final PredialQuestions questions;
  final PredialLoader loader;
  private final DialFixture fixture;
  private final PredialCheckEditor editor;

  /**
   * Stands still, so that no reply becomes too old on a slow machine; ahead of the database's, so
   * that no question's time ends there.
   */
  private final Instant begin = DialFixture.REAL_TIME.instant().plus(Duration.ofMinutes(10));

  private volatile Duration passed = Duration.ZERO;

  PredialFixture(DialFixture fixture) {
    this.fixture = fixture;
    InstantSource time = () -> begin.plus(passed);
    EndpointSecrets secrets =
        new EndpointSecrets(
            EndpointSecrets.Kind.PREDIAL_CHECK, DialFixture.KEYS, new SecureRandom());
    this.questions =
        new PredialQuestions(client, time, () -> DialLoops.wakePredialDialer(fixture.vertx));
    this.loader =
        new PredialLoader(
            new ActiveSecrets(secrets, time), questions, "sandbox", time, fixture.random);
    this.editor = new PredialCheckEditor(secrets, time, fixture.random);
  }

  /** Lets time pass for questions. */
  void pass(Duration duration) {
    passed = passed.plus(duration);
  }

  void set(TestTenant tenant, OnFailure onFailure) {
    set(
        tenant,
        new PredialCheck("https://client.example/predial", Duration.ofMillis(800), onFailure));
  }

  /**
   * @param check null to remove it
   */
  void set(TestTenant tenant, PredialCheck check) {
    fixture.database.asWorker(connection -> editor.save(connection, tenant.id(), check)).await();
  }

  /** As if the node that asked had died, and the time of its question were over. */
  void loseQuestion(PlacedOrder order) {
    fixture.query(
        """
        UPDATE predial_question SET asked_until = now() - interval '1 second'
         WHERE order_id = $1
        RETURNING order_id
        """,
        order.id());
    order.tenant().jump(Duration.ofSeconds(10));
  }

  /** Stored questions about an order. */
  int stored(UUID orderId) {
    return fixture
        .query("SELECT order_id FROM predial_question WHERE order_id = $1", orderId)
        .size();
  }
}
