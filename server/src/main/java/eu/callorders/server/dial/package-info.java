/** The one dial path: plan, claim, dial, follow what the gateway tells, reconcile. */
@NullMarked
package eu.callorders.server.dial;

import org.jspecify.annotations.NullMarked;
