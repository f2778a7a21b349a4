package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RequestParserTest {
  @RegisterExtension static final ApiFixture API = new ApiFixture();

  private static final String LARGE = " ".repeat(64 * 1024);

  private final AtomicReference<Boolean> onEventLoop = new AtomicReference<>();

  @BeforeEach
  void recordThread() {
    API.onValid.set(() -> onEventLoop.set(Context.isOnEventLoopThread()));
  }

  @Test
  void largeBodyIsValidatedOnAWorkerThread() {
    assertThat(post(ApiFixture.ORDER).status()).isEqualTo(200);
    assertThat(onEventLoop).hasValue(true);

    assertThat(post(ApiFixture.ORDER + LARGE).status()).isEqualTo(200);
    assertThat(onEventLoop).hasValue(false);
    assertThat(API.lastRequest.get().requiredBody()).isEqualTo(RequestExamples.order());
  }

  @Test
  void faultsOfALargeBodyAreReportedFromAWorkerThread() {
    RawHttp.RawResponse response = post("{}" + LARGE);

    assertThat(response.status()).isEqualTo(422);
    assertThat(response.body()).contains("\"pointer\":\"/subject\"");
    assertThat(onEventLoop).hasValue(false);
  }

  private static RawHttp.RawResponse post(String body) {
    return API.post(ApiFixture.ORDERS, ApiFixture.ALL_SCOPES, body, "Idempotency-Key: k1");
  }
}
