/** Background execution and paged lists; no JavaFX controls. */
@NullMarked
package eu.callorders.console.work;

import org.jspecify.annotations.NullMarked;
