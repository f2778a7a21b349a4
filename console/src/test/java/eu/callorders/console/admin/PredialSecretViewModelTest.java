package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PredialSecretViewModelTest {
  private static final String TENANT =
      "{\"tenant_id\":\"tn_1\",\"name\":\"Acme\",\"predial_check\":{\"url\":\"u\"%s}}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = drawing.endlessDelays();
  private final PredialSecretViewModel model =
      new PredialSecretViewModel(
          new ActionRunner(background),
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static JsonNode tenant(String members) {
    return Json.parse(TENANT.formatted(members)).orElseThrow();
  }

  @Test
  void publishesTheFirstSecretOfATenant() {
    model.saved(tenant(",\"secret\":\"whsec_1\""));
    assertThat(model.issued.get())
        .isEqualTo(new PredialSecretViewModel.IssuedSecret("Acme", "whsec_1"))
        .asString()
        .doesNotContain("whsec_1");
  }

  @Test
  void publishesNothingWithoutASecret() {
    model.saved(tenant(""));
    model.saved(Json.object());
    assertThat(model.issued.get()).isNull();
  }

  @Test
  void publishesTheSecretOfARotation() {
    service.then(200, "{\"url\":\"u\",\"secret\":\"whsec_2\"}");
    model.rotate(new TenantRow(tenant("")));
    drawing.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo("/admin/v1/tenants/tn_1/predial-check/rotate-secret");
    assertThat(model.issued.get())
        .isEqualTo(new PredialSecretViewModel.IssuedSecret("Acme", "whsec_2"));
  }

  @Test
  void keepsTheFailureOfARotation() {
    service.then(404, "{\"status\":404,\"code\":\"not_found\"}");
    model.rotate(new TenantRow(tenant("")));
    drawing.runNext();
    assertThat(model.issued.get()).isNull();
    assertThat(model.actions.failure.get()).isNotNull();
  }
}
