package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.NOW;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OrderStateTest {
  @Test
  void endedStateRequiresATerminalStatus() {
    Result result = new ResultDeriver(List.of(), NOW).windowClosed();
    assertThatThrownBy(() -> new OrderState.Ended(OrderStatus.DIALING, result))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
