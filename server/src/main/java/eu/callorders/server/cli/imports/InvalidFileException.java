package eu.callorders.server.cli.imports;

/** A file that cannot be imported as a whole; the message says what to do. */
public final class InvalidFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  InvalidFileException(String message) {
    super(message);
  }
}
