/** The only HTTP of the console: requests, tokens, pages, and what can go wrong with them. */
@NullMarked
package eu.callorders.console.api;

import org.jspecify.annotations.NullMarked;
