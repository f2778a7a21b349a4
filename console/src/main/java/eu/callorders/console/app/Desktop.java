package eu.callorders.console.app;

import eu.callorders.console.ui.FileChoice;
import java.util.function.Consumer;

/**
 * What the desktop of the operator does for the console.
 *
 * @param browser opens a URL
 */
record Desktop(FileChoice files, Consumer<String> browser) {}
