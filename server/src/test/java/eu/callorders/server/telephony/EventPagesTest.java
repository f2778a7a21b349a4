package eu.callorders.server.telephony;

import static eu.callorders.server.telephony.HttpGatewayFixture.pour;
import static eu.callorders.server.telephony.VoiceGatewayConformance.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EventsResult;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Pages of the gateway's event log over HTTP. */
class EventPagesTest {
  @AutoClose private final HttpGatewayFixture fixture = new HttpGatewayFixture();
  private final FakeGateway fake = fixture.fake;
  private final HttpGateway gateway = fixture.gateway;

  @Test
  void distinguishesCursorErrorsAndPages() {
    fake.respond("GET /gateway/v1/events", 410, "{\"code\": \"unknown_cursor\"}");
    assertThat(await(gateway.events("x"))).isEqualTo(new EventsResult.CursorUnknown());
    fake.respond("GET /gateway/v1/events", 410, "{\"code\": \"expired_cursor\"}");
    assertThat(await(gateway.events("x"))).isEqualTo(new EventsResult.CursorExpired());
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [], \"next\": \"y\"}");
    assertThat(await(gateway.events(null)))
        .isEqualTo(new EventsResult.EventPage(java.util.List.of(), "y"));
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [{}], \"next\": \"y\"}");
    assertThat(await(gateway.events(null)))
        .isInstanceOfSatisfying(
            EventsResult.EventPage.class, page -> assertThat(page.malformed()).hasSize(1));
    fake.respond("GET /gateway/v1/events", 200, "{\"events\": [{}]}");
    assertThat(await(gateway.events(null))).isInstanceOf(EventsResult.Unavailable.class);
  }

  @Test
  void malformedItemDoesNotInvalidateItsPage() {
    String deep = "{\"a\":".repeat(200) + "1" + "}".repeat(200);
    for (String item :
        new String[] {deep, "{\"a\": 1, \"a\": 2}", "{\"a\": " + "9".repeat(5000) + "}"}) {
      fake.respond("GET /gateway/v1/events", 200, "{\"events\": [" + item + "], \"next\": \"y\"}");
      assertThat(await(gateway.events(null)))
          .isInstanceOfSatisfying(
              EventsResult.EventPage.class, page -> assertThat(page.malformed()).hasSize(1));
    }
  }

  @Test
  void requestsSmallerPageWhenTooLarge() {
    fake.on(
        "GET /gateway/v1/events?limit=500",
        request ->
            pour(request.http().response().setChunked(true), Buffer.buffer(new byte[256 * 1024])));
    fake.respond("GET /gateway/v1/events?limit=7", 200, "{\"events\": [], \"next\": \"y\"}");

    assertThat(await(gateway.events(null)))
        .isEqualTo(new EventsResult.EventPage(java.util.List.of(), "y"));
  }
}
