package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.GatewayHealth;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document of {@link GatewayHealth}. */
public final class HealthDocument {
  private static final int MAX_SECONDS = 999_999_999;

  private HealthDocument() {}

  public static Map<String, Object> write(GatewayHealth health) {
    Duration retryAfter = health.retryAfter();
    return new ObjectBuilder()
        .with("status", WireEnums.lower(health.state()))
        .with("free_channels", health.freeChannels())
        .with("retry_after", retryAfter == null ? null : RetryAfter.seconds(retryAfter))
        .build();
  }

  /** Throws {@link MalformedDocumentException}. */
  public static GatewayHealth read(@Nullable Object tree) {
    ObjectReader health = ObjectReader.of(tree);
    return new GatewayHealth(
        health.oneOf("status", GatewayHealth.State.class, WireEnums::lower),
        health.has("free_channels")
            ? health.smallInteger("free_channels", 0, Integer.MAX_VALUE)
            : null,
        health.has("retry_after")
            ? Duration.ofSeconds(health.integer("retry_after", 0, MAX_SECONDS))
            : null);
  }
}
