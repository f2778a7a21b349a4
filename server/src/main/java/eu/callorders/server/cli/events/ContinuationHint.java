package eu.callorders.server.cli.events;

import eu.callorders.server.cli.client.ApiSession;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Prints once how to continue when a command ends, by itself or by Ctrl-C. */
final class ContinuationHint implements AutoCloseable {
  private final ApiSession session;
  private final Supplier<String> position;
  private final AtomicBoolean isPrinted = new AtomicBoolean();

  /** Ctrl-C ends the process without a return from the command. */
  private final Thread hook = new Thread(this::print, "continuation-hint");

  /**
   * @param position also called by another thread
   */
  ContinuationHint(ApiSession session, Supplier<String> position) {
    this.session = session;
    this.position = position;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void print() {
    if (isPrinted.compareAndSet(false, true)) {
      session.remark("continue with --from " + position.get());
    }
  }

  @Override
  public void close() {
    print();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process ends: the hook runs and prints nothing.
    }
  }
}
