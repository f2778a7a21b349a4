package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.ContractCheck.Documented;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests that are almost right: whatever comes, the answer is as the contract says, and never a
 * failure of ours. The seed is fixed, so that a failure can be seen again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FuzzTest {
  private static final int REQUESTS = 150;
  private static final long SEED = 20_261_120;

  private RunningTenant tenant;
  private Api api;
  private FuzzRequests.Known known;
  private EveryOperation own;
  private Api ownApi;
  private EveryOperation foreign;

  @BeforeAll
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
    known = FuzzRequests.Known.make(api, tenant.laterOrder().json(), tenant.order("24").json());
    new TestWebhookEndpoints(tenant).verify(known.own().get("replayWebhookEvents"));
    RunningTenant another = RunningService.shared().newTenant();
    own = EveryOperation.of(another);
    ownApi = another.api();
    foreign = new EveryOperation(known, tenant.laterOrder().json());
  }

  static List<Documented> operations() {
    return AccessTest.built();
  }

  /** Each key twice: the second answer is a stored one, which can be a refusal. */
  @ParameterizedTest
  @MethodSource("operations")
  void answersWithEveryHeaderFieldPresent(Documented operation) {
    FuzzRequests.Request request = own.request(operation).withoutHeader("Idempotency-Key");
    boolean unavailable = operation.id().equals("getCallRecording");
    assertThat(sendTwice(request, "first-own").status())
        .isBetween(unavailable ? 404 : 200, unavailable ? 404 : 204);
    sendTwice(request, "second-own");
    if (operation.template().contains("{")) {
      sendTwice(request.withTarget(operation.path("x")), "unknown").is(404);
    }
    if (operation.template().contains("_id}")) { // keys of tenants can be the same
      sendTwice(request.withTarget(foreign.request(operation).target()), "foreign").is(404);
    }
    for (FuzzRequests.Request varied : request.withEachHeaderValue("varied" + request.hashCode())) {
      ServiceResponse answer = varied.send(ownApi);
      assertThat(answer.status()).as("%s: %s", varied, answer.text()).isLessThan(500);
    }
  }

  private ServiceResponse sendTwice(FuzzRequests.Request request, String key) {
    FuzzRequests.Request full = request.withEveryHeader(key + request.hashCode());
    ServiceResponse answer = full.send(ownApi);
    for (ServiceResponse each : List.of(answer, full.send(ownApi))) {
      assertThat(each.status()).as("%s: %s", full, each.text()).isLessThan(500);
    }
    return answer;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answersAsTheContractSays(Documented operation) {
    Random random = new Random(SEED + operation.id().hashCode());
    FuzzRequests requests =
        new FuzzRequests(RunningService.CONTRACT, known, random)
            .about(tenant.create(tenant.laterOrder()));
    Set<Integer> seen = new TreeSet<>();
    for (int i = 0; i < REQUESTS; i++) {
      FuzzRequests.Request request = requests.next(operation);
      ServiceResponse answer = request.send(api);
      assertThat(answer.status()).as("request %d: %s", i, request).isLessThan(500);
      seen.add(answer.status());
    }
    assertThat(seen).contains(operation.id().equals("getCallRecording") ? 404 : 422);
    assertThat(seen.iterator().next())
        .isLessThan(operation.id().equals("getCallRecording") ? 500 : 300);
  }
}
