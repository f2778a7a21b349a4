package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GetSignalTest {
  private static final String PATH = SignalBody.PATH;

  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  private ServiceResponse create() {
    return api.post(PATH, SignalBody.of("invoice.overdue", "erika", "1").json()).is(201);
  }

  @Test
  void requiresScope() {
    ServiceResponse created = create();

    assertThat(tenant.with("orders:read").get(PATH + "/" + created.id()).is(200).body())
        .isEqualTo(created.body());
    tenant.without("orders:read").get(PATH + "/" + created.id()).is(403, "insufficient_scope");
  }

  @Test
  void hidesSignalsOfOtherTenants() {
    ServiceResponse created = create();

    RunningService.shared().newTenant().api().get(PATH + "/" + created.id()).is(404, "not_found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sig_01m83zc4d8ebr9cf42xvgrecs8",
        "ord_01m83zc4d8ebr9cf42xvgrecs8",
        "sig_01M83ZC4D8EBR9CF42XVGRECS8",
        "sig_",
        "x"
      })
  void returns404ForOtherIdentifiers(String id) {
    api.get(PATH + "/" + id).is(404, "not_found");
  }
}
