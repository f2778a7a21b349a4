/** Profiles, secret stores, and opening of sessions. */
@NullMarked
package eu.callorders.console.connect;

import org.jspecify.annotations.NullMarked;
