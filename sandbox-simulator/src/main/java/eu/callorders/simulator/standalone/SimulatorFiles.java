package eu.callorders.simulator.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The files of a simulator.
 *
 * @param id identifies the store; created with its directory
 */
record SimulatorFiles(CallStore calls, @Nullable CallLogFile callLog, String id) {
  private static final String ID_NOTE = "store_id";

  static SimulatorFiles open(SimulatorSettings settings, InstantSource clock) throws IOException {
    Files.createDirectories(settings.dataDirectory());
    CallStore calls = CallStore.open(settings.dataDirectory());
    Path logPath = settings.callLog();
    CallLogFile callLog = logPath == null ? null : CallLogFile.open(logPath, calls);
    return new SimulatorFiles(calls, callLog, id(calls, clock));
  }

  private static String id(CallStore calls, InstantSource clock) {
    byte[] note = calls.metadata().get(ID_NOTE);
    if (note == null) {
      note =
          Long.toHexString(UUID.randomUUID().getMostSignificantBits())
              .getBytes(StandardCharsets.US_ASCII);
      calls.metadata().put(ID_NOTE, note);
      calls.metadata().putCreatedAt(clock.instant());
      calls.commit();
    }
    return new String(note, StandardCharsets.US_ASCII);
  }

  void close() {
    calls.close();
    if (callLog != null) {
      try {
        callLog.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
