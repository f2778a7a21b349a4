/** Attacks of one tenant, and what another tenant notices of them. */
@NullMarked
package eu.callorders.bench.siege;

import org.jspecify.annotations.NullMarked;
