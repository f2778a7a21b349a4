/** The documents of the contract, generated from it. */
@NullMarked
package eu.callorders.client.model;

import org.jspecify.annotations.NullMarked;
