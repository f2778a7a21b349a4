package eu.callorders.server.http;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.recovery.LostSpan;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Explains a 404 whose identifier may belong to data lost in a restore. */
public final class LostResourceNotice {
  private final Supplier<Future<List<LostSpan>>> lostSpans;

  /**
   * @param lostSpans the time spans whose data may be lost
   */
  public LostResourceNotice(Supplier<Future<List<LostSpan>>> lostSpans) {
    this.lostSpans = lostSpans;
  }

  public Operation wrap(Operation operation) {
    return operation.withHandler(
        request ->
            operation
                .handle(request)
                .recover(LostResourceNotice::notFound)
                .compose(reply -> isNotFound(reply) ? explain(request, reply) : reply(reply)));
  }

  private static Future<Reply> reply(Reply reply) {
    return Future.succeededFuture(reply);
  }

  private static Future<Reply> notFound(Throwable failure) {
    return failure instanceof ProblemException refusal
            && refusal.problem().code() == ProblemCode.NOT_FOUND
        ? reply(Reply.problem(refusal.problem()))
        : Future.failedFuture(failure);
  }

  private static boolean isNotFound(Reply reply) {
    return reply.problem() != null && reply.problem().code() == ProblemCode.NOT_FOUND;
  }

  private Future<Reply> explain(ApiRequest request, Reply reply) {
    List<Instant> times =
        request.pathParameters().values().stream().flatMap(LostResourceNotice::times).toList();
    return times.isEmpty()
        ? reply(reply)
        : lostSpans
            .get()
            .map(
                spans ->
                    spans.stream()
                        .filter(span -> times.stream().anyMatch(span::contains))
                        .findFirst()
                        .map(LostResourceNotice::problem)
                        .orElse(reply));
  }

  /** The creation times in an identifier. */
  private static Stream<Instant> times(String text) {
    return Stream.of(IdKind.values())
        .map(kind -> kind.parse(text))
        .flatMap(Optional::stream)
        .map(UuidV7::instantOf);
  }

  private static Reply problem(LostSpan span) {
    String from = Timestamps.format(span.from());
    String until = Timestamps.format(span.until());
    return Reply.problem(
        Problem.of(
                ProblemCode.NOT_FOUND,
                "There is nothing at this address. The identifier was given between %s and %s: the service was restored from a backup that may lack what was stored then."
                    .formatted(from, until))
            .with(Map.of("lost_from", from, "lost_until", until)));
  }
}
