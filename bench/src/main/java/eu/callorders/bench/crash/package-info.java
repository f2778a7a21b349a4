/** The proof of crash safety: load, faults at random instants, and ledgers outside the service. */
@NullMarked
package eu.callorders.bench.crash;

import org.jspecify.annotations.NullMarked;
