package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nearly valid requests: responses match the contract and are never 5xx. The seed is fixed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class FuzzTest {
  private static final int REQUESTS = 150;
  private static final long SEED = 20_261_120;

  private RunningTenant tenant;
  private Api api;
  private FuzzResources known;
  private EveryOperation own;
  private Api ownApi;
  private EveryOperation foreign;

  @BeforeAll
  void begin() {
    tenant = RunningService.shared().newTenant();
    api = tenant.api();
    known =
        FuzzResources.make(
            api, tenant.laterOrder().json(), EveryOperation.promisingOrder(tenant).json());
    new TestWebhookEndpoints(tenant).verify(known.own().get("replayWebhookEvents"));
    RunningTenant another = RunningService.shared().newTenant();
    own = EveryOperation.of(another);
    ownApi = another.api();
    foreign = new EveryOperation(known, tenant.laterOrder().json());
  }

  static List<DocumentedOperation> operations() {
    return AccessTest.operations();
  }

  /** Sends each key twice: the second response is stored, possibly an error. */
  @ParameterizedTest
  @MethodSource("operations")
  void acceptsEveryHeaderField(DocumentedOperation operation) {
    FuzzRequests.Request request = own.request(operation).withoutHeader("Idempotency-Key");
    boolean unavailable = operation.id().equals("getCallRecording");
    assertThat(sendTwice(request, "first-own").status())
        .isBetween(unavailable ? 404 : 200, unavailable ? 404 : 204);
    sendTwice(request, "second-own");
    if (operation.template().contains("{")) {
      sendTwice(request.withTarget(operation.path("x")), "unknown").is(404);
    }
    if (operation.template().contains("_id}")) { // keys of tenants can be equal
      sendTwice(request.withTarget(foreign.request(operation).target()), "foreign").is(404);
    }
    for (FuzzRequests.Request varied : request.withEachHeaderValue("varied" + request.hashCode())) {
      ServiceResponse response = varied.send(ownApi);
      assertThat(response.status()).as("%s: %s", varied, response.text()).isLessThan(500);
    }
  }

  private ServiceResponse sendTwice(FuzzRequests.Request request, String key) {
    FuzzRequests.Request full = request.withEveryHeader(key + request.hashCode());
    ServiceResponse response = full.send(ownApi);
    for (ServiceResponse each : List.of(response, full.send(ownApi))) {
      assertThat(each.status()).as("%s: %s", full, each.text()).isLessThan(500);
    }
    return response;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void responsesMatchContract(DocumentedOperation operation) {
    Random random = new Random(SEED + operation.id().hashCode());
    FuzzRequests requests =
        new FuzzRequests(RunningService.CONTRACT, known, random)
            .about(tenant.create(tenant.laterOrder()));
    Set<Integer> statuses = new TreeSet<>();
    for (int i = 0; i < REQUESTS; i++) {
      FuzzRequests.Request request = requests.next(operation);
      ServiceResponse response = request.send(api);
      assertThat(response.status()).as("request %d: %s", i, request).isLessThan(500);
      statuses.add(response.status());
    }
    assertThat(statuses).contains(operation.id().equals("getCallRecording") ? 404 : 422);
    assertThat(statuses.iterator().next())
        .isLessThan(operation.id().equals("getCallRecording") ? 500 : 300);
  }
}
