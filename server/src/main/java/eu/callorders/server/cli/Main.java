package eu.callorders.server.cli;

/** The entry point. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(CommandLine.run(args, System.getenv()));
  }
}
