package eu.callorders.server.cli;

/** The entry point. */
public final class Main {
  /** Set where a build tool starts the service and may be killed, which does not end its child. */
  private static final String STOP_WITH_PARENT = "callorders.stop-with-parent";

  private Main() {}

  public static void main(String[] args) {
    if (Boolean.getBoolean(STOP_WITH_PARENT)) {
      ProcessHandle.current().parent().ifPresent(Main::stopWith);
    }
    System.exit(CommandLine.run(args, System.getenv()));
  }

  private static void stopWith(ProcessHandle parent) {
    var _ = parent.onExit().thenRun(() -> System.exit(0));
  }
}
