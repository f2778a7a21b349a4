package eu.callorders.core.telephony.wire;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.QueryResult;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The response to the query for an attempt. */
public final class SnapshotDocument {
  private static final int MAX_EVENTS = 10_000;
  private static final int MAX_REF_LENGTH = 255;

  private SnapshotDocument() {}

  public static Map<String, Object> write(UUID attemptId, QueryResult.Found found) {
    return new ObjectBuilder()
        .with("attempt_id", IdKind.CALL.format(attemptId))
        .with("gateway_ref", found.gatewayRef())
        .with("events", GatewayEventDocument.writeAll(found.events()))
        .build();
  }

  /** Throws {@link MalformedDocumentException}, also if it is about another attempt. */
  public static QueryResult.Found read(UUID attemptId, @Nullable Object tree) {
    ObjectReader snapshot = ObjectReader.of(tree);
    if (!snapshot.id("attempt_id", IdKind.CALL).equals(attemptId)) {
      throw snapshot.fault("attempt_id", "is another attempt");
    }
    List<GatewayEvent> events = snapshot.array("events", MAX_EVENTS, GatewayEventDocument::read);
    if (events.stream().anyMatch(event -> !event.header().attemptId().equals(attemptId))) {
      throw snapshot.fault("events", "are of another attempt");
    }
    return new QueryResult.Found(snapshot.text("gateway_ref", MAX_REF_LENGTH), events);
  }
}
