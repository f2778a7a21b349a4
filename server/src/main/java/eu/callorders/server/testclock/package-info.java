/** Advances of a sandbox tenant's clock from one due instant to the next. */
@NullMarked
package eu.callorders.server.testclock;

import org.jspecify.annotations.NullMarked;
