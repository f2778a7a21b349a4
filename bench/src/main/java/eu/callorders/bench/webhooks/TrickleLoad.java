package eu.callorders.bench.webhooks;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;

/** Events for tenants in turn, five a second, from a thread of its own. */
final class TrickleLoad implements AutoCloseable {
  private static final long PAUSE_MILLIS = 200;

  private final EventInserter events;
  private final List<UUID> tenants;
  private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::run);
  private volatile boolean running;
  private volatile boolean over;

  TrickleLoad(Connection connection, List<UUID> tenants) {
    this.events = new EventInserter(connection, 2);
    this.tenants = tenants;
    thread.start();
  }

  /**
   * Begins.
   *
   * @param each so many for each tenant at once
   */
  void begin(int each) throws SQLException {
    events.write(tenants, each);
    running = true;
  }

  void pause() {
    running = false;
  }

  private void run() {
    int turn = 0;
    try {
      while (!over) {
        Thread.sleep(PAUSE_MILLIS);
        if (running) {
          events.write(tenants.get(turn++ % tenants.size()));
        }
      }
    } catch (SQLException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    over = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
