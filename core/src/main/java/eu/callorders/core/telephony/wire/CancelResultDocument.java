package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.CancelResult;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to asking to stop a call that the gateway knows. */
public final class CancelResultDocument {
  private CancelResultDocument() {}

  /**
   * The body that says what became of the request.
   *
   * @param accepted false: the call was over already
   */
  public static Map<String, Object> write(boolean accepted) {
    return new ObjectBuilder()
        .with(
            "outcome",
            WireEnums.lower(accepted ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED))
        .tree();
  }

  /** {@code ACCEPTED} or {@code ALREADY_ENDED}; throws {@link MalformedDocumentException}. */
  public static CancelResult read(@Nullable Object tree) {
    ObjectReader members = ObjectReader.of(tree);
    CancelResult answer = members.oneOf("outcome", CancelResult.class, WireEnums::lower);
    if (answer != CancelResult.ACCEPTED && answer != CancelResult.ALREADY_ENDED) {
      throw members.fault("outcome", "is none of its values");
    }
    return answer;
  }
}
