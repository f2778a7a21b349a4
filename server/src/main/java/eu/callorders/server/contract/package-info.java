/** The OpenAPI contract, and the validation of requests against it. */
@NullMarked
package eu.callorders.server.contract;

import org.jspecify.annotations.NullMarked;
