/**
 * The HTTP layer: routes from the contract, tokens, rate limits, problems. It depends on no
 * feature; features implement {@link eu.callorders.server.http.Operation}.
 */
@NullMarked
package eu.callorders.server.http;

import org.jspecify.annotations.NullMarked;
