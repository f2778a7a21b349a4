package eu.callorders.bench.faults;

import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.Postgres;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/** The disk of the database is full to the last byte; what is freed on it is filled again. */
final class FullDisk implements Shortage {
  private static final int CHUNK = 1 << 20;
  private static final long PAUSE_MILLIS = 50;
  private static final Duration RECOVERED = Duration.ofMinutes(2);

  private final Postgres postgres;
  private final Path ballast;
  private volatile boolean filling = true;
  private final Thread filler = new Thread(this::fill, "disk");

  FullDisk(SmallDisk disk) {
    this.postgres = disk.postgres();
    this.ballast = disk.mount().resolve("ballast");
  }

  @Override
  public void begin() {
    filler.setDaemon(true);
    filler.start();
  }

  private void fill() {
    try {
      while (filling) {
        fill(CHUNK);
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void fill(int largest) {
    int size = largest;
    while (filling && size > 0) {
      try (FileChannel file =
          FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        while (filling) {
          file.write(ByteBuffer.allocate(size));
        }
      } catch (IOException full) {
        size /= 2;
      }
    }
  }

  /** PostgreSQL that has ended on the full disk is started again, as its supervisor would. */
  @Override
  public Instant end() throws Exception {
    filling = false;
    filler.join();
    Files.deleteIfExists(ballast);
    Instant back = Instant.now();
    Polling.until(RECOVERED, 200, "PostgreSQL has not recovered", this::recovers);
    return back;
  }

  private boolean recovers() throws Exception {
    if (!postgres.database().isRunning()) {
      System.out.println("PostgreSQL has ended on the full disk, and is started again");
      postgres.startAgain();
    }
    try (SqlSession session = postgres.connect()) {
      return session.number("SELECT 1") == 1;
    } catch (SQLException recovering) {
      return false;
    }
  }
}
