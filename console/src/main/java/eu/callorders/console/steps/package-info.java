/**
 * The steps of a sequence, as they are read and as they are drawn, with somebody on them or not.
 */
@NullMarked
package eu.callorders.console.steps;

import org.jspecify.annotations.NullMarked;
