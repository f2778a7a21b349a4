package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.read.ListAppender;
import ch.qos.logback.core.spi.FilterReply;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class AttemptLogTest {
  private static final Set<String> COMMON_FIELDS =
      Set.of(
          "delivery_id",
          "event_id",
          "event_type",
          "endpoint_id",
          "tenant_id",
          "replay",
          "delivery_status");

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final Logger logger = (Logger) LoggerFactory.getLogger("eu.callorders.webhook.attempt");
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    fixture.setClockAhead();
    endpoint = fixture.endpoint(receiver.url());
    lines.addFilter(
        new Filter<>() {
          @Override
          public FilterReply decide(ILoggingEvent line) {
            return ofThisTenant(line);
          }
        });
    lines.list = new CopyOnWriteArrayList<>(); // other threads log meanwhile
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void close() {
    logger.detachAppender(lines);
  }

  @Test
  void logsOneLineOfKnownFieldsPerAttempt() {
    receiver.respondWith(
        (request, body) -> request.response().setStatusCode(500).end("what the endpoint says"));
    fixture.events(1);
    fixture.first.processAll();
    Map<String, Object> line = onlyLine();

    assertThat(line.keySet())
        .containsAll(COMMON_FIELDS)
        .hasSize(COMMON_FIELDS.size() + 5)
        .contains("host", "attempt_number", "duration_ms", "response_status", "next_attempt_at");
    Delivery delivery = fixture.log(endpoint).getFirst();
    assertThat(line)
        .containsEntry("delivery_id", IdKind.WEBHOOK_DELIVERY.format(delivery.id()))
        .containsEntry("event_id", IdKind.EVENT.format(delivery.eventId()))
        .containsEntry("endpoint_id", IdKind.WEBHOOK_ENDPOINT.format(endpoint.id()))
        .containsEntry("tenant_id", IdKind.TENANT.format(fixture.tenantId))
        .containsEntry("host", receiver.hostAndPort())
        .containsEntry("delivery_status", "retrying")
        .containsEntry("attempt_number", 1)
        .containsEntry("response_status", 500);
    assertThat(text()).doesNotContain("hooks", "secret", "what the endpoint says", "reminder");
  }

  @Test
  void logsErrorClassWithoutResponse() {
    receiver.respondWith((request, body) -> request.connection().close());
    fixture.events(1);
    fixture.first.processAll();

    assertThat(onlyLine())
        .containsEntry("error", "connection_failed")
        .doesNotContainKey("response_status");
  }

  @Test
  void logsSkippedDelivery() {
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    fixture.update(endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant()));
    fixture.first.sendAll();

    assertThat(onlyLine())
        .containsEntry("delivery_status", "skipped")
        .containsOnlyKeys(COMMON_FIELDS);
  }

  private Map<String, Object> onlyLine() {
    Map<String, Object> fields = new TreeMap<>();
    onlyEvent().getKeyValuePairs().forEach(pair -> fields.put(pair.key, pair.value));
    return fields;
  }

  private String text() {
    return onlyEvent().getFormattedMessage() + onlyEvent().getKeyValuePairs();
  }

  private ILoggingEvent onlyEvent() {
    assertThat(lines.list).hasSize(1);
    return lines.list.getFirst();
  }

  /** Excludes lines of other test classes in the same process. */
  private FilterReply ofThisTenant(ILoggingEvent line) {
    String tenant = IdKind.TENANT.format(fixture.tenantId);
    return line.getKeyValuePairs().stream().anyMatch(pair -> tenant.equals(pair.value))
        ? FilterReply.NEUTRAL
        : FilterReply.DENY;
  }
}
