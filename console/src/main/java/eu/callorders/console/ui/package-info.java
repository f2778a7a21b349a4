/**
 * What all screens are made of: texts, tables, failures in words, the way from FXML to a screen.
 */
@NullMarked
package eu.callorders.console.ui;

import org.jspecify.annotations.NullMarked;
