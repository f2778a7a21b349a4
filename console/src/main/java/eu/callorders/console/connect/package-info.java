/** Profiles, secrets, and the way from them to a session. */
@NullMarked
package eu.callorders.console.connect;

import org.jspecify.annotations.NullMarked;
