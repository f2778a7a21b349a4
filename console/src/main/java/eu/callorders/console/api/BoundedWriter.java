package eu.callorders.console.api;

import java.io.IOException;
import java.io.Writer;

/** Keeps the first {@code max} characters and rejects the rest. */
final class BoundedWriter extends Writer {
  private final StringBuilder text = new StringBuilder();
  private final int max;
  private boolean full;

  BoundedWriter(int max) {
    this.max = max;
  }

  @Override
  public void write(char[] characters, int offset, int length) throws IOException {
    int fitting = Math.min(length, max - text.length());
    text.append(characters, offset, fitting);
    if (fitting < length) {
      full = true;
      throw new IOException("more than " + max + " characters");
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
    return text.toString();
  }
}
