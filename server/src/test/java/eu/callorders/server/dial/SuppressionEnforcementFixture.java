package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** Orders of suppressed subjects, some of which cannot end. */
final class SuppressionEnforcementFixture implements AutoCloseable {
  /** Nearly the contract's limit for metadata. */
  private static final int LARGE_VALUE = 500;

  final ScriptedGateway gateway = new ScriptedGateway();
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();
  final TestClient client = new TestClient(fixture, tenant.id());

  List<PlacedOrder> placed(int count, String subject, boolean large) {
    ObjectNode order = tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).json();
    if (large) {
      ObjectNode metadata = order.putObject("metadata");
      for (int key = 0; key < 50; key++) {
        metadata.put("key" + key, "\ud83d\ude00".repeat(LARGE_VALUE));
      }
    }
    List<PlacedOrder> orders = new ArrayList<>();
    for (int place = 0; place < count; place++) {
      orders.add(tenant.place(order.deepCopy()));
    }
    return orders;
  }

  long count(String status) {
    return fixture
        .query(
            "SELECT count(*) FROM call_order WHERE tenant_id = $1 AND status = $2",
            tenant.id(),
            status)
        .getFirst()
        .getLong(0);
  }

  long pending() {
    return fixture.query("SELECT count(*) FROM suppression_enforcement").getFirst().getLong(0);
  }

  List<Row> failedWork() {
    return fixture.query("SELECT kind, item_id, error FROM failed_work ORDER BY kind, item_id");
  }

  PlacedOrder enter(TestTenant of, String subject) {
    PlacedOrder order = of.anOrder().forSubject(subject).to(MagicLine.BUSY).place();
    new TestClient(fixture, of.id()).suppress(null, subject);
    return order;
  }

  /** Fails every update of the order like a statement timeout. */
  void forbidEnd(PlacedOrder order) {
    forbidEnd(order, "57014");
  }

  void forbidEnd(PlacedOrder order, String sqlState) {
    owner(
        """
        CREATE OR REPLACE FUNCTION time_out() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = '%s';
        END $$;
        CREATE TRIGGER time_out BEFORE UPDATE ON call_order
          FOR EACH ROW WHEN (OLD.id = '%s') EXECUTE FUNCTION time_out()
        """
            .formatted(sqlState, order.id()));
  }

  void owner(String statement) {
    PgConnection connection =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.owner()))
            .await();
    try {
      connection.query(statement).execute().await();
    } finally {
      connection.close().await();
    }
  }

  @Override
  public void close() {
    fixture.close();
  }
}
