package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import eu.callorders.server.app.FuzzRequests.Request;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each operation of the administration with every header field and each of its values. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class AdministrationHeadersTest {
  private AdministrationRequests requests;
  private Api administration;

  @BeforeAll
  void begin() {
    RunningService service = RunningService.shared();
    requests = AdministrationRequests.of(service);
    administration = service.administration(RunningService.ADMIN_TOKEN);
  }

  static List<DocumentedOperation> operations() {
    return AdministrationRequests.CONTRACT.operations();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void acceptsEveryHeaderField(DocumentedOperation operation) {
    Request request = requests.request(operation);

    assertThat(send(request.withEveryHeader("first")).status()).isBetween(200, 204);
    if (!operation.id().equals("rotateSigningKey")) { // all tests of the process share its keys
      request.withEachHeaderValue("varied").forEach(this::send);
    }
  }

  private ServiceResponse send(Request request) {
    ServiceResponse response = request.send(administration);
    assertThat(response.status()).as("%s: %s", request, response.text()).isLessThan(500);
    return response;
  }
}
