package eu.callorders.server.dial;

import eu.callorders.core.predial.PredialReply;
import eu.callorders.server.predial.PredialEndpoint;
import eu.callorders.server.predial.PredialQuestion;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** The clients of a fixture that are asked before dials; the test replies for them. */
final class PredialClient implements PredialEndpoint {
  /** All questions, oldest first. */
  final List<PredialQuestion> questions = new CopyOnWriteArrayList<>();

  private final Queue<Promise<PredialReply>> waiting = new ArrayDeque<>();

  @Override
  public synchronized Future<PredialReply> ask(PredialQuestion question) {
    questions.add(question);
    Promise<PredialReply> reply = Promise.promise();
    waiting.add(reply);
    return reply.future();
  }

  /** Replies to the oldest question without a reply. */
  void reply(PredialReply reply) {
    next().complete(reply);
  }

  private synchronized Promise<PredialReply> next() {
    return waiting.remove();
  }

  /** The orders that were asked about. */
  List<UUID> orders() {
    return questions.stream().map(PredialQuestion::orderId).toList();
  }
}
