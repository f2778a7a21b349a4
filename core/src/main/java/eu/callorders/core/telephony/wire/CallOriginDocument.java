package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.CallOrigin;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The members {@code deployment}, {@code era} and {@code context} of another object. */
final class CallOriginDocument {
  private static final Pattern CONTEXT = Pattern.compile("[A-Za-z0-9_-]{1,1024}");

  private CallOriginDocument() {}

  static void write(ObjectBuilder node, @Nullable CallOrigin origin) {
    if (origin != null) {
      node.with("deployment", origin.deployment().toString())
          .with("era", origin.era().toString())
          .with("context", origin.context());
    }
  }

  /** Null if all three are absent. Throws {@link MalformedDocumentException}. */
  static @Nullable CallOrigin read(ObjectReader members) {
    return members.hasAny(List.of("deployment", "era", "context"))
        ? new CallOrigin(
            members.uuid("deployment"),
            members.uuid("era"),
            members.has("context")
                ? members.matching("context", CONTEXT, "1 to 1024 characters of base64url")
                : null)
        : null;
  }
}
