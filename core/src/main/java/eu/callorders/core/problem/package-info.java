/** Every refusal that a client can meet, as values. */
@NullMarked
package eu.callorders.core.problem;

import org.jspecify.annotations.NullMarked;
