/** Load drivers that measure the service through its front door. */
@NullMarked
package eu.callorders.bench;

import org.jspecify.annotations.NullMarked;
