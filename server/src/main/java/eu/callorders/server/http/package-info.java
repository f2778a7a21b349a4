/**
 * The HTTP front: routes and validation from the contract, tokens, rate limits, problems. It knows
 * no feature; features implement {@link eu.callorders.server.http.Operation}.
 */
@NullMarked
package eu.callorders.server.http;

import org.jspecify.annotations.NullMarked;
