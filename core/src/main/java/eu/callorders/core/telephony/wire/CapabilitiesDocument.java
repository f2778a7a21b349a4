package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.Capabilities;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The document of {@link Capabilities}. */
public final class CapabilitiesDocument {
  private CapabilitiesDocument() {}

  public static Map<String, Object> write(Capabilities capabilities) {
    return new ObjectBuilder()
        .with("idempotent_placing", capabilities.idempotentPlacing())
        .with("authoritative_query", capabilities.authoritativeQuery())
        .with("machine_detection", capabilities.machineDetection())
        .with("event_log", capabilities.eventLog())
        .with("recovery", capabilities.recovery())
        .build();
  }

  /** Throws {@link MalformedDocumentException}. */
  public static Capabilities read(@Nullable Object tree) {
    ObjectReader capabilities = ObjectReader.of(tree);
    return new Capabilities(
        capabilities.bool("idempotent_placing"),
        capabilities.bool("authoritative_query"),
        capabilities.bool("machine_detection"),
        capabilities.bool("event_log"),
        capabilities.has("recovery") && capabilities.bool("recovery"));
  }
}
