package eu.callorders.console.api;

import java.io.IOException;
import java.io.Writer;

/** Keeps the first {@code max} characters and rejects the rest. */
final class BoundedWriter extends Writer {
  private final StringBuilder kept = new StringBuilder();
  private final int most;
  private boolean full;

  BoundedWriter(int max) {
    this.most = max;
  }

  @Override
  public void write(char[] characters, int offset, int length) throws IOException {
    int fitting = Math.min(length, most - kept.length());
    kept.append(characters, offset, fitting);
    if (fitting < length) {
      full = true;
      throw new IOException("more than " + most + " characters");
    }
  }

  boolean isFull() {
    return full;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}

  @Override
  public String toString() {
    return kept.toString();
  }
}
