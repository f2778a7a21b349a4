package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Scope;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OrderLoaderTest {
  private static final String TARGET = "/v1/events?call_order_id=ord_1&limit=100";
  private static final int PAGE = 100;

  @AutoClose private final StubSession stub = new StubSession();
  private final OrderLoader loader = new OrderLoader(stub.session(Scope.EVENTS_READ));

  private void events(String target, int count, String next) {
    String[] rows =
        IntStream.range(0, count).mapToObj(ignored -> "{\"type\":\"a\"}").toArray(String[]::new);
    stub.service.fixed(
        target,
        200,
        "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"%s\"}"
            .formatted(String.join(",", rows), !next.isEmpty(), next));
  }

  private OrderDetail load() throws ApiException {
    stub.service.fixed("/v1/call-orders/ord_1", 200, "{\"id\":\"ord_1\"}");
    return loader.load("ord_1");
  }

  @Test
  void loadsAllPagesOfEvents() throws ApiException {
    events(TARGET, PAGE, "c1");
    events(TARGET + "&after=c1", 7, "");
    assertThat(load().events()).hasSize(PAGE + 7);
    assertThat(load().eventsComplete()).isTrue();
  }

  @Test
  void limitsEvents() throws ApiException {
    events(TARGET, PAGE, "c");
    events(TARGET + "&after=c", PAGE, "c");
    OrderDetail detail = load();
    assertThat(detail.events()).hasSize(OrderLoader.MAX_EVENTS);
    assertThat(detail.eventsComplete()).isFalse();
  }

  @Test
  void loadsNoEventsWithoutScope() throws ApiException {
    stub.service.fixed("/v1/call-orders/ord_1", 200, "{\"id\":\"ord_1\"}");
    OrderDetail detail = new OrderLoader(stub.session()).load("ord_1");
    assertThat(detail.events()).isEmpty();
    assertThat(stub.service.requests()).hasSize(1);
  }
}
