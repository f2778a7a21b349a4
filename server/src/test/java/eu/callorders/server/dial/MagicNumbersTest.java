package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every row of the sandbox's number table, from acceptance to result. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class MagicNumbersTest {
  @AutoClose private final DialFixture fixture = new DialFixture().withLoops();
  private final TestTenant tenant = fixture.tenant();
  private final TestTenant onRealTime = fixture.tenant();
  private final Map<MagicRow, PlacedOrder> orders = new LinkedHashMap<>();
  private PlacedOrder late;

  @BeforeAll
  void placeOrdersAndAdvanceToTheirEnd() {
    late = onRealTime.anOrder().to(MagicLine.LATE_REPORT).place();
    for (MagicRow row : MagicRow.values()) {
      orders.put(row, tenant.anOrder().toPhone(MagicLine.number(0, row.digits())).place());
    }
    tenant.advance(Duration.ofDays(4));
  }

  @ParameterizedTest
  @EnumSource
  void endsWithTheResultOfTheTable(MagicRow row) {
    JsonNode order = orders.get(row).view();
    JsonNode result = order.path("result");

    assertThat(
            List.of(
                order.path("status").asText(),
                result.path("summary_code").asText(),
                result.path("reachability").asText(),
                result.path("engagement").asText(),
                result.at("/termination/actor").asText(),
                result.at("/termination/reason").asText()))
        .isEqualTo(row.result());
    assertThat(orders.get(row).dispositions()).isEqualTo(row.dispositions());
    assertThat(order.path("attempt_count").asInt()).isEqualTo(row.dispositions().size());
    assertThat(result.path("attempts").asInt()).isEqualTo(row.dispositions().size());
  }

  @ParameterizedTest
  @EnumSource
  void hasTheFindingsOfTheTable(MagicRow row) {
    JsonNode findings = orders.get(row).result().path("findings");

    assertThat(StreamSupport.stream(((Iterable<String>) findings::fieldNames).spliterator(), false))
        .containsExactlyElementsOf(row.findings());
  }

  @ParameterizedTest
  @EnumSource
  void emitsEachEventOnceInOrder(MagicRow row) {
    assertThat(orders.get(row).eventTypes()).isIn(row.eventOrders());
    Set<String> ids = new HashSet<>();
    orders.get(row).events().forEach(event -> ids.add(event.path("id").asText()));
    assertThat(ids).hasSameSizeAs(row.events());
  }

  @Test
  void countersMatchTheRows() {
    for (TestTenant each : List.of(tenant, onRealTime)) {
      assertThat(each.counterDeviations()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void numbersCallsFromOne(MagicRow row) {
    List<Integer> numbers = new ArrayList<>();
    orders.get(row).view().path("calls").forEach(call -> numbers.add(call.path("attempt").asInt()));
    for (int place = 0; place < numbers.size(); place++) {
      assertThat(numbers.get(place)).isEqualTo(place + 1);
    }
  }

  @Test
  void lateReportCounts() {
    late.awaitEnd();

    assertThat(late.summary()).isEqualTo("no_outcome");
    assertThat(late.result().at("/termination/reason").asText()).isEqualTo("normal");
  }

  @Test
  void nationalListCreatesNoSuppression() {
    assertThat(
            fixture.query(
                "SELECT id FROM suppression WHERE tenant_id = $1 AND phone LIKE '%04'",
                tenant.id()))
        .isEmpty();
  }
}
