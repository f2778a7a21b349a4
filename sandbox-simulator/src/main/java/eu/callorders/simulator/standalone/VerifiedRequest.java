package eu.callorders.simulator.standalone;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A request with a verified signature.
 *
 * @param id from the path, or empty
 * @param after query parameter
 * @param limit query parameter
 */
record VerifiedRequest(String id, @Nullable String after, @Nullable String limit, Buffer body) {}
