package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Scope;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OrderLoaderTest {
  private static final String TARGET = "/v1/events?call_order_id=ord_1&limit=100";
  private static final int PAGE = 100;

  private final StubSession looking = new StubSession();
  private final OrderLoader reading = new OrderLoader(looking.session(Scope.EVENTS_READ));

  @AfterEach
  void close() {
    looking.close();
  }

  private void events(String target, int count, String next) {
    String[] rows =
        IntStream.range(0, count).mapToObj(ignored -> "{\"type\":\"a\"}").toArray(String[]::new);
    looking.service.always(
        target,
        200,
        "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"%s\"}"
            .formatted(String.join(",", rows), !next.isEmpty(), next));
  }

  private OrderDetail read() throws ApiException {
    looking.service.always("/v1/call-orders/ord_1", 200, "{\"id\":\"ord_1\"}");
    return reading.read("ord_1");
  }

  @Test
  void readsAllPagesOfEvents() throws ApiException {
    events(TARGET, PAGE, "c1");
    events(TARGET + "&after=c1", 7, "");
    assertThat(read().events()).hasSize(PAGE + 7);
    assertThat(read().allEvents()).isTrue();
  }

  @Test
  void saysWhenThereAreMoreEventsThanAnybodyWantsToSee() throws ApiException {
    events(TARGET, PAGE, "c");
    events(TARGET + "&after=c", PAGE, "c");
    OrderDetail read = read();
    assertThat(read.events()).hasSize(OrderLoader.EVENTS);
    assertThat(read.allEvents()).isFalse();
  }

  @Test
  void asksForNoEventsWithoutTheScopeForThem() throws ApiException {
    looking.service.always("/v1/call-orders/ord_1", 200, "{\"id\":\"ord_1\"}");
    OrderDetail read = new OrderLoader(looking.session()).read("ord_1");
    assertThat(read.events()).isEmpty();
    assertThat(looking.service.asked()).hasSize(1);
  }
}
