package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.app.OutageViewModel.Outage;
import eu.callorders.console.app.OutageViewModel.Part;
import eu.callorders.console.session.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OutageViewModelTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @AutoClose private final FakeService service = new FakeService();
  @AutoClose private final FakeService administration = new FakeService();
  private final ApiClient api = api(service);
  private final ApiClient adminApi = api(administration);

  private static ApiClient api(FakeService service) {
    Transport transport =
        new Transport(new Transport.Timeouts(MINUTE, MINUTE, Duration.ofMillis(1), MINUTE));
    return ApiClient.administration(transport, service.address(), "t");
  }

  private OutageViewModel model(Optional<ApiClient> administrationApi) {
    return model(administrationApi, MINUTE);
  }

  private OutageViewModel model(Optional<ApiClient> administrationApi, Duration recent) {
    return new OutageViewModel(
        new Session(
            "Mine",
            "live",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(),
            api,
            administrationApi,
            api.connectionStatus()),
        recent);
  }

  /** A probe that is answered with that status. */
  private static void answer(FakeService service, ApiClient api, int status) throws Exception {
    service.then(status, "{}");
    api.probe(MINUTE);
  }

  /** A probe whose connection breaks. */
  private static void lose(ApiClient api) throws InterruptedException {
    api.probe(MINUTE);
  }

  private static Outage outage(OutageViewModel model) {
    model.update();
    Outage outage = model.outage.get();
    assertThat(outage).isNotNull();
    return outage;
  }

  @Test
  void namesTheServiceThatIsUnreachableAndSinceWhen() throws Exception {
    OutageViewModel model = model(Optional.empty());
    model.update();
    assertThat(model.outage.get()).isNull();
    lose(api);
    Outage outage = outage(model);
    assertThat(outage.part()).isEqualTo(Part.SERVICE);
    assertThat(outage.address()).isEqualTo(service.address().getAuthority());
    assertThat(outage.canHalt()).isFalse();
    lose(api);
    assertThat(outage(model).since()).as("an outage keeps its beginning").isEqualTo(outage.since());
    answer(service, api, 200);
    model.update();
    assertThat(model.outage.get()).isNull();
  }

  @Test
  void saysWhetherTheAdministrationStillResponds() throws Exception {
    OutageViewModel model = model(Optional.of(adminApi));
    answer(administration, adminApi, 200);
    lose(api);
    Outage serviceOnly = outage(model);
    assertThat(serviceOnly.part()).isEqualTo(Part.SERVICE);
    assertThat(serviceOnly.canHalt()).isTrue();
    lose(adminApi);
    Outage both = outage(model);
    assertThat(both.part()).isEqualTo(Part.BOTH);
    assertThat(both.canHalt()).isFalse();
    assertThat(both.since()).isEqualTo(serviceOnly.since());
    answer(service, api, 200);
    Outage administrationOnly = outage(model);
    assertThat(administrationOnly.part()).isEqualTo(Part.ADMINISTRATION);
    assertThat(administrationOnly.address()).isEqualTo(administration.address().getAuthority());
    answer(administration, adminApi, 200);
    model.update();
    assertThat(model.outage.get()).isNull();
  }

  @Test
  void doesNotTrustAnAdministrationThatHasBeenSilent() throws Exception {
    OutageViewModel model = model(Optional.of(adminApi), Duration.ZERO);
    answer(administration, adminApi, 200);
    lose(api);
    assertThat(outage(model).canHalt()).isFalse();
  }

  @Test
  void treatsAnUnavailableServiceAsAnOutageUntilARequestSucceeds() throws Exception {
    OutageViewModel model = model(Optional.empty());
    answer(service, api, 503);
    assertThat(outage(model).part()).isEqualTo(Part.SERVICE);
    answer(service, api, 200);
    assertThat(outage(model).part()).isEqualTo(Part.SERVICE);
    service.then(200, "{}");
    get();
    model.update();
    assertThat(model.outage.get()).isNull();
  }

  private void get() throws ApiException {
    assertThat(api.get("/x").status()).isEqualTo(200);
  }
}
