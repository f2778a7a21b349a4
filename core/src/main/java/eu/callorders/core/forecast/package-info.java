/** Predicts the course of an enrollment by the rules that will decide it. */
@NullMarked
package eu.callorders.core.forecast;

import org.jspecify.annotations.NullMarked;
