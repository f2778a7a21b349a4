package eu.callorders.server;

import eu.callorders.db.TestDatabase;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;

/** Makes every transaction that writes into a table fail at commit, until closed. */
public final class CommitFailures implements AutoCloseable {
  private static final String FUNCTION =
      """
      CREATE OR REPLACE FUNCTION fail_commit() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'this commit fails'; END $$
      """;

  private static final String TRIGGER =
      """
      CREATE CONSTRAINT TRIGGER fail_commit AFTER INSERT OR UPDATE ON %s
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail_commit()
      """;

  private final PgConnection owner;
  private final String table;

  private CommitFailures(PgConnection owner, String table) {
    this.owner = owner;
    this.table = table;
    owner.query(FUNCTION).execute().await();
    owner.query(TRIGGER.formatted(table)).execute().await();
  }

  public static CommitFailures of(Vertx vertx, TestDatabase database, String table) {
    return new CommitFailures(
        PgConnection.connect(vertx, ConnectOptions.to(database.owner())).await(), table);
  }

  @Override
  public void close() {
    owner.query("DROP TRIGGER fail_commit ON " + table).execute().await();
    owner.close().await();
  }
}
