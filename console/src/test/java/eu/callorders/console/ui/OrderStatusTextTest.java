package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.order.OrdersView;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderStatusTextTest {
  private final Locale language = Locale.getDefault();

  @BeforeEach
  void useEnglish() {
    Locale.setDefault(Locale.ENGLISH);
  }

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @ParameterizedTest
  @CsvSource({
    "completed, payment_promised, Completed, Promises payment",
    "canceled, canceled, Canceled, ''",
    "scheduled, , Scheduled, ''"
  })
  void namesAnOutcomeBesideAnotherStatus(String status, String code, String shown, String outcome) {
    ObjectNode order = Json.object().put("status", status);
    if (code != null) {
      order.putObject("result").put("summary_code", code);
    }

    assertThat(OrderStatusText.of(Texts.of(OrdersView.class), order))
        .isEqualTo(new OrderStatusText(shown, outcome));
  }

  @ParameterizedTest
  @CsvSource({
    "accepted, Accepted · hold, WARNING",
    "scheduled, Scheduled · hold, WARNING",
    "dialing, Dialing, ACTIVE",
    "completed, Completed, NEUTRAL"
  })
  void namesAHoldWhileTheOrderWaits(String status, String shown, StatusBadge.Tone tone) {
    ObjectNode order = Json.object().put("status", status);
    order.putArray("holds").addObject().put("id", "hld_1");

    assertThat(OrderStatusText.of(Texts.of(OrdersView.class), order).status()).isEqualTo(shown);
    assertThat(StatusStyle.order(order)).isEqualTo(tone);
  }
}
