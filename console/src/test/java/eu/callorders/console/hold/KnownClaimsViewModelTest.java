package eu.callorders.console.hold;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class KnownClaimsViewModelTest {
  private static final String CASE = "\"case_number\":\"AZ-1\"";

  @AutoClose private final HoldsFixture fixture = new HoldsFixture();

  @AutoClose
  private final BackgroundExecutor background = new BackgroundExecutor(fixture.uiExecutor);

  private final KnownClaimsViewModel model = model(Scope.ORDERS_READ);

  private KnownClaimsViewModel model(Scope... scopes) {
    return new KnownClaimsViewModel(background, fixture.session(false, scopes), Duration.ZERO);
  }

  private static String order(String reference) {
    return """
    {"subject":{"reference":"p1","name":{"given_name":"Erika","family_name":"Muster"}},
     "context":{"claim":{"creditor_name":"Shop","outstanding":{"value":"9.90","currency":"EUR"},
      "reference":{%s}}}}
    """
        .formatted(reference);
  }

  private KnownClaims load(String reference) {
    model.show(reference);
    assertThat(model.claims().get().extent()).isEqualTo(KnownClaims.Extent.LOADING);
    fixture.uiExecutor.runNext();
    fixture.uiExecutor.runNext();
    return model.claims().get();
  }

  @Test
  void offersEachClaimOfThePersonOnce() {
    fixture.service.then(
        200,
        HoldsFixture.page(
            order("\"invoice_number\":\"RE-2\"," + CASE),
            order(CASE + ",\"invoice_number\":\"RE-1\""),
            order("\"contract_number\":\"V-1\",\"invoice_date\":\"2026-01-01\""),
            order(""),
            "{\"subject\":{\"reference\":\"p1\"}}"));
    KnownClaims claims = load(" p1 ");
    assertThat(fixture.targets()).containsExactly("/v1/call-orders?subject_reference=p1&limit=100");
    assertThat(claims.extent()).isEqualTo(KnownClaims.Extent.ALL);
    assertThat(claims.person().text()).isEqualTo("Erika Muster · p1");
    assertThat(claims.choices())
        .extracting(KnownClaims.Claim::number)
        .isEqualTo(List.of(Map.entry("case_number", "AZ-1"), Map.entry("contract_number", "V-1")));
    assertThat(claims.choices().getFirst().creditor()).isEqualTo("Shop");
    assertThat(claims.contains("invoice_number", "RE-1")).isTrue();
    assertThat(claims.contains("case_number", "RE-1")).isFalse();
    model.show("p1 ");
    assertThat(model.claims().get()).as("another read").isSameAs(claims);
    model.show("");
    assertThat(model.claims().get()).isEqualTo(KnownClaims.NONE);
  }

  @Test
  void saysThatOlderOrdersWereNotRead() {
    fixture.service.then(
        200, HoldsFixture.page(order(CASE)).replace("\"has_more\":false", "\"has_more\":true"));
    assertThat(load("p1").extent()).isEqualTo(KnownClaims.Extent.NEWEST);
  }

  @Test
  void readsNothingWithoutScope() {
    KnownClaimsViewModel unscoped = model();
    unscoped.show("p1");
    assertThat(unscoped.claims().get().extent()).isEqualTo(KnownClaims.Extent.UNREADABLE);
    assertThat(fixture.targets()).isEmpty();
  }

  @Test
  void saysThatAReadFailed() {
    fixture.service.then(403, "{\"code\":\"insufficient_scope\"}");
    assertThat(load("p1").extent()).isEqualTo(KnownClaims.Extent.UNREADABLE);
  }
}
