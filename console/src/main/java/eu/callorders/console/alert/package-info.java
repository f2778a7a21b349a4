/** Alerts of the service: the notification, the bell and the drawer. */
@NullMarked
package eu.callorders.console.alert;

import org.jspecify.annotations.NullMarked;
