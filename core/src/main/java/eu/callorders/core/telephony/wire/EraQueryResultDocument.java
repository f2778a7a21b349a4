package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The responses to the query for a deployment's current era. */
public final class EraQueryResultDocument {
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;

  private EraQueryResultDocument() {}

  /** The body of 200. */
  public static Map<String, Object> write(EraQueryResult.Found found) {
    return new ObjectBuilder()
        .with("number", found.number())
        .with("id", found.id().toString())
        .with("heard_at", Rfc3339Timestamps.write(found.lastSeenAt()))
        .build();
  }

  /**
   * Interprets a response; never throws. A gateway without this query responds with another 404.
   *
   * @param body the parsed body; null without valid JSON
   */
  public static EraQueryResult read(int status, @Nullable Object body) {
    if (status == NOT_FOUND
        && GatewayProblem.UNKNOWN_DEPLOYMENT.equals(GatewayProblem.code(body))) {
      return new EraQueryResult.NotFound();
    }
    try {
      return status == OK
          ? found(ObjectReader.of(body))
          : new EraQueryResult.Unavailable("the gateway answered " + status);
    } catch (MalformedDocumentException malformed) {
      return new EraQueryResult.Unavailable(
          "the gateway answered " + status + ", and " + malformed.getMessage());
    }
  }

  private static EraQueryResult found(ObjectReader era) {
    return new EraQueryResult.Found(
        era.smallInteger("number", 0, EraRequest.MAX_NUMBER),
        era.uuid("id"),
        era.instant("heard_at"));
  }
}
