package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.HeldLocks;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** More concurrent orders than the acceptance queue holds. */
class OrderQuotaTest {
  /** The first transaction, three others with 100 requests each, and the queue. */
  private static final int CAPACITY = 1 + 3 * 100 + 1000;

  private static final int EXCESS = 300;
  private static final String ORDERS =
      "SELECT id, subject_reference AS person FROM call_order WHERE tenant_id = $1";

  @AutoClose private final DialFixture fixture = new DialFixture();
  private final TestTenant tenant = fixture.tenant();

  @Test
  void refusesExcessOrdersWithoutLossOrDuplicates() {
    TestClient client = new TestClient(fixture, tenant.id());
    List<String> keys = new ArrayList<>();
    List<ObjectNode> orders = new ArrayList<>();
    for (int each = 0; each < CAPACITY + EXCESS; each++) {
      keys.add("key-" + each);
      orders.add(tenant.anOrder().forSubject("person-" + each).to(MagicLine.BUSY).json());
    }

    Future<List<TestClient.ClientResponse>> submitted;
    try (HeldLocks _ =
        HeldLocks.ofWholeTable(fixture.vertx, fixture.testDatabase, "idempotency_record")) {
      submitted = client.submit(keys, orders);
    }
    List<TestClient.ClientResponse> answers = submitted.await();

    assertThat(answers.subList(CAPACITY, CAPACITY + EXCESS)).allSatisfy(OrderQuotaTest::isRefused);
    assertThat(stored()).isEqualTo(accepted(answers));

    // The retry may accept refused orders, but accepts no order twice.
    List<TestClient.ClientResponse> again = new ArrayList<>();
    for (int from = 0; from < keys.size(); from += 100) {
      int to = Math.min(keys.size(), from + 100);
      again.addAll(client.create(keys.subList(from, to), orders.subList(from, to)));
    }

    Map<String, String> before = accepted(answers);
    Map<String, String> after = accepted(again);
    assertThat(after).containsAllEntriesOf(before).hasSizeGreaterThan(before.size());
    assertThat(stored()).isEqualTo(after);
  }

  private static void isRefused(TestClient.ClientResponse response) {
    assertThat(response.status()).isEqualTo(503);
    assertThat(response.code()).isEqualTo("unavailable");
    assertThat(response.retryAfter()).isPositive();
  }

  /** Identifiers of the accepted orders, by subject; the others were refused. */
  private static Map<String, String> accepted(List<TestClient.ClientResponse> answers) {
    Map<String, String> accepted = new TreeMap<>();
    for (int each = 0; each < answers.size(); each++) {
      if (answers.get(each).status() == 202) {
        accepted.put("person-" + each, answers.get(each).id());
      } else {
        isRefused(answers.get(each));
      }
    }
    return accepted;
  }

  private Map<String, String> stored() {
    Map<String, String> orders = new TreeMap<>();
    for (Row row : fixture.query(ORDERS, tenant.id())) {
      String before = orders.put(row.getString("person"), IdKind.ORDER.format(row.getUUID("id")));
      assertThat(before).as("a second order").isNull();
    }
    return orders;
  }
}
