/** Promises to pay that persons have made in calls. */
@NullMarked
package eu.callorders.server.promise;

import org.jspecify.annotations.NullMarked;
