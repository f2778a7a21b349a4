/** Promises to pay that persons make in calls. */
@NullMarked
package eu.callorders.core.promise;

import org.jspecify.annotations.NullMarked;
