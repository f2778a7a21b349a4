package eu.callorders.server.http;

import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * The rest of a request whose reply has to wait. While it waits it holds neither permits of its
 * tenant nor a connection to the database.
 *
 * @param ready completes when the request continues
 * @param work makes the reply, or waits again; runs under the permits of the operation
 * @param cancel runs when the client has disconnected
 */
public record LaterReply(Future<Void> ready, Supplier<Future<Reply>> work, Runnable cancel) {}
