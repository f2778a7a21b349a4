package eu.callorders.core.telephony.wire;

import eu.callorders.core.telephony.CancelAnswer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer to asking to stop a call that the gateway knows. */
public final class CancelAnswerDocument {
  private CancelAnswerDocument() {}

  /**
   * The body that says what became of the request.
   *
   * @param accepted false: the call was over already
   */
  public static Map<String, Object> write(boolean accepted) {
    return new Node()
        .with("outcome", Words.lower(accepted ? CancelAnswer.ACCEPTED : CancelAnswer.ALREADY_ENDED))
        .tree();
  }

  /** {@code ACCEPTED} or {@code ALREADY_ENDED}; throws {@link MalformedDocument}. */
  public static CancelAnswer read(@Nullable Object tree) {
    Members members = Members.of(tree);
    CancelAnswer answer = members.oneOf("outcome", CancelAnswer.class, Words::lower);
    if (answer != CancelAnswer.ACCEPTED && answer != CancelAnswer.ALREADY_ENDED) {
      throw members.fault("outcome", "is none of its values");
    }
    return answer;
  }
}
