package eu.callorders.client.bulk;

import java.io.IOException;
import java.nio.file.Path;

/** Another import has the result file. */
public final class ResultInUseException extends IOException {
  private static final long serialVersionUID = 1L;

  ResultInUseException(Path file) {
    super("another import is using " + file + "; wait until it has ended");
  }
}
