package eu.callorders.client.bulk;

import java.io.IOException;

/**
 * Reads the rows of a file, as often as asked, one row in memory at a time. An import calls it in
 * another thread.
 */
public interface RowSource {
  void forEach(RowConsumer consumer) throws IOException, InterruptedException;

  /** Takes a row. */
  interface RowConsumer {
    void accept(ImportRow row) throws IOException, InterruptedException;
  }
}
