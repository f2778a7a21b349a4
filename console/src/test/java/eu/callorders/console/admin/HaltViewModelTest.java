package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HaltViewModelTest {
  private static final String HALTED =
      """
      {"halts":[{"id":"h1","country":"AT","reason":"Fire","halted_at":"x"},
       {"id":"h2","reason":"All","halted_at":"y"}]}
      """;
  private static final String NONE = "{\"halts\":[]}";

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final HaltViewModel model =
      new HaltViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  @Test
  void showsWhatIsHalted() {
    service.then(200, HALTED);
    model.load();
    drawing.next();
    assertThat(model.rows().rows())
        .extracting(HaltRow::scope)
        .containsExactly(new HaltScope("", "AT", ""), HaltScope.EVERYTHING);
  }

  @Test
  void haltsTheScopeThatWasTypedForThatReason() {
    service.then(200, HALTED).then(200, HALTED);
    model.halt(HaltScope.typed(" tn_1", "at", "payment_reminder "), " Fire ");
    assertThat(model.busy().get()).isTrue();
    drawing.next();
    drawing.next();
    assertThat(service.asked().getFirst().target()).isEqualTo("/admin/v1/dialing/halt");
    assertThat(service.asked().getFirst().body())
        .isEqualTo(
            "{\"tenant_id\":\"tn_1\",\"country\":\"AT\",\"order_type\":\"payment_reminder\","
                + "\"reason\":\"Fire\"}");
    assertThat(model.rows().rows()).hasSize(2);
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void resumesWhatWasHaltedAndShowsWhatStays() {
    service.then(200, NONE).then(200, NONE);
    model.resume(HaltScope.EVERYTHING, "Fire is out");
    drawing.next();
    drawing.next();
    assertThat(service.asked().getFirst().target()).isEqualTo("/admin/v1/dialing/resume");
    assertThat(service.asked().getFirst().body()).isEqualTo("{\"reason\":\"Fire is out\"}");
    assertThat(model.rows().rows()).isEmpty();
  }

  @Test
  void doesNothingWithoutReasonOrWithAScopeThatIsNone() {
    model.halt(HaltScope.EVERYTHING, "  ");
    model.halt(HaltScope.EVERYTHING, "x".repeat(501));
    model.halt(HaltScope.typed("", "Austria", ""), "Fire");
    model.resume(HaltScope.typed("", "", "Payment"), "Fire");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void looksAgainWhenNobodyKnowsWhetherTheHaltHasArrived() {
    service.then(503, "{\"code\":\"unavailable\"}").then(200, HALTED);
    model.halt(HaltScope.EVERYTHING, "Fire");
    drawing.next();
    drawing.next();
    assertThat(model.failure().get()).isNotNull();
    assertThat(model.rows().rows()).hasSize(2);
  }
}
