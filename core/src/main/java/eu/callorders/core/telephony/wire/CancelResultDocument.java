package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.CancelResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The response to a request to stop a known call. */
public final class CancelResultDocument {
  private CancelResultDocument() {}

  /**
   * Writes the response to a cancel.
   *
   * @param accepted false: the call was already over
   */
  public static Map<String, Object> write(boolean accepted) {
    return new ObjectBuilder()
        .with(
            "outcome",
            WireEnums.lower(accepted ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED))
        .build();
  }

  /** {@code ACCEPTED} or {@code ALREADY_ENDED}; throws {@link MalformedDocumentException}. */
  public static CancelResult read(@Nullable Object tree) {
    ObjectReader members = ObjectReader.of(tree);
    CancelResult result = members.oneOf("outcome", CancelResult.class, WireEnums::lower);
    if (result != CancelResult.ACCEPTED && result != CancelResult.ALREADY_ENDED) {
      throw members.fault("outcome", "is none of its values");
    }
    return result;
  }
}
