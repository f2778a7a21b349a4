package eu.callorders.server.maintenance;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Daily verification, and detection of a changed log. */
class AuditChainVerifierTest {
  @AutoClose private final TestNode node = new TestNode();
  private final AuditLog log = new AuditLog(node.clock, new Random(1));
  private final AuditChainVerifier verifier = new AuditChainVerifier(node.database, log);

  @Test
  void reportsBrokenLogAtTheNextVerification() throws SQLException {
    AuditEvent event = AuditEvent.of("operator", AuditAction.TENANT_CREATED, new UUID(7, 7));
    await(node.database.asWorker(connection -> log.append(connection, event)));
    verifier.runOnce(node.clock.instant());
    assertThat(verifier.broken()).isFalse();

    asOwner("ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only");
    asOwner("UPDATE audit_entry SET target = 'x'");
    verifier.runOnce(node.clock.instant().plus(Duration.ofHours(23)));
    assertThat(verifier.broken()).isFalse();
    verifier.runOnce(node.clock.instant().plus(Duration.ofHours(24)));
    assertThat(verifier.broken()).isTrue();

    asOwner("DELETE FROM audit_entry");
    asOwner("UPDATE audit_head SET entries = 0, hash = decode(repeat('00', 32), 'hex')");
    verifier.runOnce(node.clock.instant().plus(Duration.ofHours(48)));
    assertThat(verifier.broken()).isFalse();
  }

  private void asOwner(String statement) throws SQLException {
    try (Connection owner = node.postgres.owner().connect()) {
      owner.createStatement().execute("SET app.worker = 'on'");
      owner.createStatement().execute(statement);
    }
  }
}
