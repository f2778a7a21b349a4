/** Requests and responses; the operations are generated from the contract. */
@NullMarked
package eu.callorders.client.api;

import org.jspecify.annotations.NullMarked;
