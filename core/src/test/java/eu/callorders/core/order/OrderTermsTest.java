package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OrderTermsTest {
  private static final Instant IN_30_DAYS = NOW.plus(Duration.ofDays(30));

  @Test
  void windowEndsWithTheExpiry() {
    assertThat(terms(CallingWindow.of()).window(FIRST).notAfter()).isEqualTo(IN_30_DAYS);
    assertThat(terms(CallingWindow.of().withBounds(NOW, IN_30_DAYS.plusSeconds(1))).window(FIRST))
        .isEqualTo(CallingWindow.of().withBounds(NOW, IN_30_DAYS));
    assertThat(
            terms(CallingWindow.of().withBounds(NOW, NOW.plusSeconds(1))).window(FIRST).notAfter())
        .isEqualTo(NOW.plusSeconds(1));
  }

  private static OrderTerms terms(CallingWindow window) {
    return new OrderTerms(
        List.of(FIRST), 3, Duration.ofHours(4), false, Map.of(FIRST, window), IN_30_DAYS);
  }
}
