package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.ExecutedPlans;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The statements of a preview of orders. */
@Tag("long")
class OrderPreviewStatementsTest {
  /** A part of the statement that loads suppressed phones, subjects, holds and histories. */
  private static final List<String> LOADS =
      List.of(
          "s.phone = requested.phone",
          "s.subject_reference = requested.subject_reference",
          "h.lookup_hash = name.hash",
          "last.ended_at, last.cause");

  @Test
  void loadsSuppressionsHoldsAndHistoriesOnce() {
    try (TestDatabase database = TestDatabase.create()) {
      ExecutedPlans plans = database.logPlans();
      try (RunningService service =
          RunningService.withDatabase(
              DatabaseSetup.keeping(database), Map.of("CALLORDERS_DEMO", "false"))) {
        RunningTenant tenant = service.newTenant();
        ObjectNode bodies = Json.object();
        bodies
            .putArray("call_orders")
            .add(tenant.order("21").json())
            .add(tenant.order("21").json());
        long mark = plans.mark();

        tenant.api().post(Api.ORDERS + "/preview", bodies).is(200);

        assertThat(executions(plans.since(mark)))
            .isEqualTo(LOADS.stream().collect(Collectors.toMap(Function.identity(), load -> 1L)));
      }
    }
  }

  private static Map<String, Long> executions(List<String> plans) {
    return LOADS.stream()
        .collect(
            Collectors.toMap(
                Function.identity(),
                load -> plans.stream().filter(plan -> plan.contains(load)).count()));
  }
}
