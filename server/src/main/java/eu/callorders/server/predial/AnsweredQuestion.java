package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialDecision;
import eu.callorders.core.predial.PredialReply;
import java.time.Instant;

/**
 * A question and what became of it.
 *
 * @param askedAt real time
 * @param answeredAt real time
 */
public record AnsweredQuestion(
    PredialQuestion question, PredialReply reply, Instant askedAt, Instant answeredAt) {

  /** Whether the reply is still good. */
  boolean isGood(Instant realNow) {
    return !realNow.isAfter(answeredAt.plus(PredialDecision.GOOD_FOR));
  }

  /** Whether the order may be dialed because of it. */
  boolean mayDial() {
    return PredialDecision.of(
            reply, question.setting().check().onFailure(), question.failures(), answeredAt)
        instanceof PredialDecision.Dial;
  }
}
