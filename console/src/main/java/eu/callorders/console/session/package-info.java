/** The session: credentials, scopes and live events. */
@NullMarked
package eu.callorders.console.session;

import org.jspecify.annotations.NullMarked;
