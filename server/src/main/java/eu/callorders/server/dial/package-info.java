/** The dial path: plan, claim, dial, process gateway events, reconcile. */
@NullMarked
package eu.callorders.server.dial;

import org.jspecify.annotations.NullMarked;
