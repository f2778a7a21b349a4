package eu.callorders.gatewaykit.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The files of a gateway.
 *
 * @param id identifies the store; created with its directory
 */
public record GatewayFiles(CallStore calls, @Nullable CallLogFile callLog, String id) {
  private static final String ID_NOTE = "store_id";

  /**
   * Opens or creates the files.
   *
   * @param user what uses such directories, for messages
   * @param callLog null: none
   */
  public static GatewayFiles open(
      Path directory, String user, @Nullable Path callLog, InstantSource clock) throws IOException {
    Files.createDirectories(directory);
    CallStore calls = CallStore.open(directory, user);
    CallLogFile log = callLog == null ? null : CallLogFile.open(callLog, calls);
    return new GatewayFiles(calls, log, id(calls, clock));
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

  public void close() {
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
