package eu.callorders.console.api;

import java.io.IOException;
import java.io.Writer;

/** Keeps the first characters of what is written, and takes no more. */
final class BoundedWriter extends Writer {
  private final StringBuilder kept = new StringBuilder();
  private final int most;
  private boolean full;

  BoundedWriter(int most) {
    this.most = most;
  }

  @Override
  public void write(char[] characters, int offset, int length) throws IOException {
    int fitting = Math.min(length, most - kept.length());
    kept.append(characters, offset, fitting);
    if (fitting < length) {
      full = true;
      throw new IOException("no more than " + most + " characters are wanted");
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
