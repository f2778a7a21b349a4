package eu.callorders.console.imports;

import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportPreview;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the check of a file has found.
 *
 * @param version of the file
 */
record CheckedFile(ImportPlan plan, ImportPreview preview, String version) {
  static String version(Path file) throws IOException {
    return Files.getLastModifiedTime(file) + " " + Files.size(file);
  }

  /** The rows that can become orders. */
  int sendable() {
    return plan.toSend() - preview.refused();
  }

  /** The orders that there are in the end. */
  int total() {
    return plan.done() + sendable();
  }
}
