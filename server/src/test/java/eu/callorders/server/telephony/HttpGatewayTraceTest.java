package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.HttpGatewayFixture.LONG_TIMEOUT;
import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.tracing.Traces;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class HttpGatewayTraceTest {
  @AutoClose private final HttpGatewayFixture fixture = new HttpGatewayFixture();

  @Test
  void placedCallNamesItsTrace() {
    Traces traces =
        new Traces() {
          @Override
          public Map<String, String> headers(UUID orderId, UUID attemptId) {
            return Map.of("traceparent", orderId + " " + attemptId);
          }
        };

    place(fixture.at(fixture.fake.address(), LONG_TIMEOUT, traces));

    assertThat(traceparent()).isEqualTo(fixture.call.orderId() + " " + fixture.call.attemptId());
  }

  @Test
  void placedCallNamesNoTraceWithoutCollector() {
    place(fixture.gateway);

    assertThat(traceparent()).isNull();
  }

  private void place(HttpGateway gateway) {
    await(gateway.place(fixture.call));
  }

  private String traceparent() {
    return fixture.fake.requests.getFirst().http().getHeader("traceparent");
  }
}
