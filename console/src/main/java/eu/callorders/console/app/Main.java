package eu.callorders.console.app;

import javafx.application.Application;

/**
 * Where the process begins: of its own, since a class that extends {@link Application} can only be
 * started from the module path.
 */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    Application.launch(ConsoleApp.class, args);
  }
}
