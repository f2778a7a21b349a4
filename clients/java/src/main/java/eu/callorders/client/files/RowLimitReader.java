package eu.callorders.client.files;

import eu.callorders.client.files.InvalidFileException.Kind;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Refuses a file with a row of more than {@link #MAX_CHARACTERS}, before a parser has the row in
 * memory. The parser of rows calls {@link #beginRow} for each.
 */
public final class RowLimitReader extends FilterReader {
  /** Four times the largest order: text of other scripts, escaped, and columns that are ignored. */
  public static final int MAX_CHARACTERS = 1 << 22;

  /** A parser may have read as much beyond the end of a row. */
  private static final int READ_AHEAD = 1 << 16;

  private final String file;
  private int line = 1;
  private int remaining = MAX_CHARACTERS + READ_AHEAD;

  /**
   * Reads the first row.
   *
   * @param file the name of it
   */
  public RowLimitReader(Reader in, String file) {
    super(in);
    this.file = file;
  }

  /** The next row begins on this line, counted from 1. */
  public void beginRow(int number) {
    line = number;
    remaining = MAX_CHARACTERS + READ_AHEAD;
  }

  @Override
  public int read() throws IOException {
    int character = super.read();
    take(character < 0 ? 0 : 1);
    return character;
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    take(Math.max(count, 0));
    return count;
  }

  private void take(int count) {
    remaining -= count;
    if (remaining < 0) {
      throw new InvalidFileException(Kind.ROW_TOO_LONG, file, line, MAX_CHARACTERS);
    }
  }
}
