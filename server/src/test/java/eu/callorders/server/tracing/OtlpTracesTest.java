package eu.callorders.server.tracing;

import static eu.callorders.server.tracing.TestSteps.ATTEMPT;
import static eu.callorders.server.tracing.TestSteps.ATTEMPT_SPAN;
import static eu.callorders.server.tracing.TestSteps.ORDER;
import static eu.callorders.server.tracing.TestSteps.ORDER_SPAN;
import static eu.callorders.server.tracing.TestSteps.TRACE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OtlpTracesTest {
  private static final String CLIENT_TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CLIENT_SPAN = "00f067aa0ba902b7";

  @AutoClose private final TestCollector collector = new TestCollector();

  private Traces node(String instance) {
    return OtlpTraces.to(
        collector.address(), new OtlpTraces.NodeIdentity(instance, "1.2.3", "sandbox"));
  }

  private List<CollectedSpan> send(TracedStep... steps) {
    try (Traces traces = node("node_1")) {
      Arrays.stream(steps).forEach(traces::record);
    }
    return collector.spans();
  }

  private CollectedSpan sendOne(TracedStep step) {
    List<CollectedSpan> spans = send(step);
    assertThat(spans).hasSize(1);
    return spans.getFirst();
  }

  @Test
  void stepsOfAnOrderOnAllNodesAreOneTrace() {
    try (Traces first = node("node_1");
        Traces second = node("node_2")) {
      first.record(TestSteps.accepted());
      first.record(TestSteps.planned());
      second.record(TestSteps.placed("accepted"));
      first.record(TestSteps.callEnded());
      second.record(TestSteps.ended());
      second.record(TestSteps.sent(204, null));
    }

    List<CollectedSpan> spans = collector.spans();
    assertThat(spans).extracting(CollectedSpan::traceId).containsOnly(TRACE);
    assertThat(spans)
        .extracting(span -> span.instance() + " " + span.name() + " in " + span.parentId())
        .containsExactlyInAnyOrder(
            "node_1 accept order in ",
            "node_1 plan attempt in " + ORDER_SPAN,
            "node_2 place call in " + ATTEMPT_SPAN,
            "node_1 call in " + ORDER_SPAN,
            "node_2 end order in " + ORDER_SPAN,
            "node_2 send webhook in " + ORDER_SPAN);
    assertThat(named(spans, "accept order").spanId()).isEqualTo(ORDER_SPAN);
    assertThat(named(spans, "call").spanId()).isEqualTo(ATTEMPT_SPAN);
    assertThat(spans).extracting(CollectedSpan::spanId).doesNotHaveDuplicates();
    assertThat(spans).noneMatch(CollectedSpan::failed);
    assertThat(collector.requests()).containsOnly("POST /v1/traces");
  }

  @Test
  void describesStepsByIdentifiersAndCodes() {
    CollectedSpan call = sendOne(TestSteps.callEnded());

    assertThat(call.attributes())
        .containsOnly(
            Map.entry("callorders.tenant_id", IdKind.TENANT.format(TestSteps.TENANT)),
            Map.entry("callorders.order_id", IdKind.ORDER.format(ORDER)),
            Map.entry("callorders.call_id", IdKind.CALL.format(ATTEMPT)),
            Map.entry("callorders.attempt_number", "1"),
            Map.entry("callorders.call_status", "closed"),
            Map.entry("callorders.disposition", "busy"),
            Map.entry("callorders.cause", "normal"));
    assertThat(call.endNanos() - call.startNanos()).isEqualTo(2_000_000_000L);
    assertThat(call.startNanos()).isEqualTo(TestSteps.AT.toEpochMilli() * 1_000_000L);
    assertThat(call.resource())
        .containsEntry("service.name", "call-orders")
        .containsEntry("service.version", "1.2.3")
        .containsEntry("service.instance.id", "node_1")
        .containsEntry("deployment.environment.name", "sandbox");
  }

  @Test
  void requestIsInTheTraceOfItsClientAndLinksItsOrder() {
    CollectedSpan request =
        sendOne(
            TestSteps.request(
                "00-" + CLIENT_TRACE + "-" + CLIENT_SPAN + "-01", "my-request", 202, ORDER));

    assertThat(request.name()).isEqualTo("POST /v1/call-orders");
    assertThat(request.traceId()).isEqualTo(CLIENT_TRACE);
    assertThat(request.parentId()).isEqualTo(CLIENT_SPAN);
    assertThat(request.links()).containsExactly(TRACE + ":" + ORDER_SPAN);
    assertThat(request.attributes())
        .containsEntry("callorders.request_id", "my-request")
        .containsEntry("callorders.order_id", IdKind.ORDER.format(ORDER))
        .containsEntry("http.response.status_code", "202");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nonsense",
        "00-" + CLIENT_TRACE + "-0000000000000000-01",
        "ff-" + CLIENT_TRACE + "-" + CLIENT_SPAN + "-01"
      })
  void requestWithoutValidParentIsTheRootOfATraceWithItsId(String traceparent) {
    CollectedSpan request = sendOne(TestSteps.request(traceparent, CLIENT_TRACE, 200, null));

    assertThat(request.traceId()).isEqualTo(CLIENT_TRACE);
    assertThat(request.parentId()).isEmpty();
    assertThat(request.links()).isEmpty();
  }

  @Test
  void requestWithAnIdOfItsClientHasARandomTrace() {
    CollectedSpan request = sendOne(TestSteps.request(null, "my-request", 200, null));

    assertThat(request.traceId()).hasSize(32).isNotEqualTo(TRACE);
    assertThat(request.parentId()).isEmpty();
  }

  @Test
  void clientThatDoesNotSampleGetsNoSpan() {
    TracedStep unsampled =
        TestSteps.request("00-" + CLIENT_TRACE + "-" + CLIENT_SPAN + "-00", "id", 202, ORDER);

    assertThat(send(unsampled, TestSteps.accepted()))
        .extracting(CollectedSpan::name)
        .containsExactly("accept order");
  }

  @Test
  void marksFailures() {
    assertThat(
            send(
                TestSteps.request(null, "id", 503, null),
                TestSteps.placed("unknown"),
                TestSteps.sent(500, null),
                TestSteps.sent(null, "timeout"),
                TestSteps.sent(200, "challenge_not_answered")))
        .hasSize(5)
        .allMatch(CollectedSpan::failed);
  }

  @ParameterizedTest
  @CsvSource({"202", "404"})
  void answersAreNoFailuresOfTheService(int status) {
    assertThat(sendOne(TestSteps.request(null, "id", status, null)).failed()).isFalse();
  }

  @Test
  void gatewayContinuesTheTraceOfTheAttempt() {
    try (Traces traces = node("node_1")) {
      assertThat(traces.headers(ORDER, ATTEMPT))
          .containsExactly(Map.entry("traceparent", "00-" + TRACE + "-" + ATTEMPT_SPAN + "-01"));
    }
    assertThat(Traces.OFF.headers(ORDER, ATTEMPT)).isEmpty();
  }

  private static CollectedSpan named(List<CollectedSpan> spans, String name) {
    return spans.stream().filter(span -> span.name().equals(name)).findFirst().orElseThrow();
  }
}
