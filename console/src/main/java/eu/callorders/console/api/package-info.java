/** The HTTP client of the console: requests, tokens, pages, failures. */
@NullMarked
package eu.callorders.console.api;

import org.jspecify.annotations.NullMarked;
