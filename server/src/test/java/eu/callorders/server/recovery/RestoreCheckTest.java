package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.PrimaryServer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results for a server that is not that of the newest era. */
class RestoreCheckTest {
  @TempDir private Path directory;
  @AutoClose private final TestNode node = new TestNode();
  private Exemptions exemptions;
  private EraSettler settler;

  @BeforeEach
  void settle() {
    Path file = directory.resolve("instance.json");
    exemptions = new Exemptions(false, file, UUID.randomUUID(), node.clock);
    settler =
        new EraSettler(
            node.vertx,
            PrimaryServer.of(ConnectOptions.to(node.postgres.service())),
            exemptions,
            new Eras(),
            node.clock,
            new SecureRandom());
    await(settler.settle());
    owner(EraSettlerFixture.TENANT);
  }

  @Test
  void findsNoDifferenceOnTheServerOfTheNewestEra() {
    RestoreCheck.Finding finding = check();

    assertThat(finding.current()).isTrue();
    assertThat(finding.differences()).isEmpty();
    assertThat(finding.waits()).isFalse();
    assertThat(finding.readsLog()).isFalse();
  }

  @Test
  void readsTheLogAfterAWitnessedRestart() {
    restart();
    assertWitnessed();

    await(settler.settle());
    assertWitnessed();
  }

  private void assertWitnessed() {
    RestoreCheck.Finding finding = check();
    assertThat(finding.waits()).isFalse();
    assertThat(finding.readsLog()).isTrue();
    assertThat(finding.witnessed()).isTrue();
  }

  @Test
  void reportsEachDifference() {
    assertDifference("started = started - interval '1 day'", "the server has been started since");
    assertDifference("sysid = sysid - 1", "another cluster: ");
    assertDifference("db = db + 1", "another database of the cluster: ");
    assertDifference("file = file + 1", "the tables were written anew");
    assertDifference("timeline = timeline - 1", "timeline 1 instead of 0: ");
  }

  @Test
  void reportsAnOlderWriteAheadLog() {
    ServerInstance now = await(node.database.asWorker(EraStore::observe));
    exemptions.observe(
        new ServerInstance(
            now.era(),
            now.eraId(),
            now.why(),
            true,
            now.db(),
            now.file(),
            now.sysid(),
            now.timeline(),
            now.lsn() + 1_000_000_000L));
    owner("UPDATE era SET started = started - interval '1 day'");

    RestoreCheck.Finding finding = check();

    assertThat(finding.differences())
        .anyMatch(each -> each.startsWith("the write-ahead log ends before"));
    assertThat(finding.waits()).isTrue();
    assertThat(finding.readsLog()).isTrue();
  }

  @Test
  void reportsContradictionsOfAWitnessedRestart() {
    restart();
    await(settler.settle());
    RestoreCheck.Finding before = check();
    assertThat(before.contradictions()).isEmpty();
    int era = before.newest().number();
    UUID other = UUID.randomUUID();
    Instant found = Instant.parse("2026-11-20T10:00:00Z");
    await(
        node.database.asWorker(
            connection -> RecoveryHalt.contradict(connection, era, other, found)));

    RestoreCheck.Finding finding = check();

    assertThat(finding.contradictions())
        .containsExactly(
            new EraContradiction(
                era,
                other,
                found,
                "a node has seen a later state of the database, or another server"));
    assertThat(finding.waits()).isTrue();
  }

  @Test
  void contradictedHaltWaitsEvenIfTheNextRestartIsWitnessed() {
    restart();
    await(settler.settle());
    restart();
    RestoreCheck.Finding before = check();
    assertThat(before.waits()).isFalse();
    await(
        node.database.asWorker(
            connection ->
                RecoveryHalt.contradict(
                    connection,
                    before.newest().number(),
                    UUID.randomUUID(),
                    node.clock.instant())));

    assertThat(check().waits()).isTrue();
  }

  /** Simulates a restart of the server. */
  private void restart() {
    owner("UPDATE era SET started = started - interval '1 day'");
  }

  /** Simulates that the newest era began with that difference, then undoes it. */
  private void assertDifference(String change, String expected) {
    String undo = change.contains(" - ") ? change.replace(" - ", " + ") : change.replace('+', '-');
    owner("UPDATE era SET " + change + " WHERE number = (SELECT max(number) FROM era)");

    assertThat(check().differences()).singleElement().asString().startsWith(expected);

    owner("UPDATE era SET " + undo + " WHERE number = (SELECT max(number) FROM era)");
  }

  private RestoreCheck.Finding check() {
    return await(node.database.asWorker(new RestoreCheck(exemptions)::check));
  }

  /** Runs a statement as the schema owner. */
  private void owner(String statement) {
    try (var connection = node.postgres.owner().connect();
        var prepared = connection.createStatement()) {
      prepared.execute("SET app.worker = on");
      prepared.execute(statement);
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }
}
