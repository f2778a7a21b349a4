package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialReply;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts the questions of this node since its start, by their replies. */
public final class PredialCounts {
  private final Map<Result, LongAdder> questions = new EnumMap<>(Result.class);

  /** What became of a question. */
  public enum Result {
    PROCEED,
    HOLD,
    CANCEL,
    FAILED;

    static Result of(PredialReply reply) {
      return switch (reply) {
        case PredialReply.Proceed _ -> PROCEED;
        case PredialReply.Hold _ -> HOLD;
        case PredialReply.Cancel _ -> CANCEL;
        case PredialReply.Failed _ -> FAILED;
      };
    }

    /** As in metrics and logs. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  PredialCounts() {
    for (Result result : Result.values()) {
      questions.put(result, new LongAdder());
    }
  }

  void record(PredialReply reply) {
    counter(Result.of(reply)).increment();
  }

  public long questions(Result result) {
    return counter(result).sum();
  }

  private LongAdder counter(Result result) {
    return Objects.requireNonNull(questions.get(result));
  }
}
