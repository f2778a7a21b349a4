package eu.callorders.server.tracing;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A span as a collector gets it.
 *
 * @param parentId empty for a root
 * @param attributes numbers as text
 * @param links {@code trace:span}
 */
public record CollectedSpan(
    Map<String, String> resource,
    String traceId,
    String spanId,
    String parentId,
    String name,
    Map<String, String> attributes,
    List<String> links,
    boolean failed,
    long startNanos,
    long endNanos) {
  private static final int ERROR = 2;

  /** The spans of an {@code ExportTraceServiceRequest}. */
  static List<CollectedSpan> of(byte[] request) {
    return ProtobufMessage.of(request)
        .messages(1)
        .flatMap(
            resourceSpans -> {
              Map<String, String> resource =
                  resourceSpans.messages(1).findFirst().map(it -> attributes(it, 1)).orElseThrow();
              return resourceSpans
                  .messages(2)
                  .flatMap(scope -> scope.messages(2))
                  .map(span -> of(resource, span));
            })
        .toList();
  }

  private static CollectedSpan of(Map<String, String> resource, ProtobufMessage span) {
    return new CollectedSpan(
        resource,
        span.hex(1),
        span.hex(2),
        span.hex(4),
        span.text(5),
        attributes(span, 9),
        span.messages(13).map(link -> link.hex(1) + ":" + link.hex(2)).toList(),
        span.messages(15).anyMatch(status -> status.number(3) == ERROR),
        span.number(7),
        span.number(8));
  }

  private static Map<String, String> attributes(ProtobufMessage message, int field) {
    return message
        .messages(field)
        .collect(Collectors.toMap(each -> each.text(1), each -> value(each.messages(2))));
  }

  private static String value(Stream<ProtobufMessage> any) {
    return any.findFirst()
        .map(value -> value.has(1) ? value.text(1) : Long.toString(value.number(3)))
        .orElseThrow();
  }

  public String instance() {
    return resource.get("service.instance.id");
  }

  public String attribute(String key) {
    return attributes.get(key);
  }
}
