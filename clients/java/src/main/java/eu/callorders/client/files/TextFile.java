package eu.callorders.client.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Opens a text file: by its byte order mark, else by the given encoding, else as UTF-8. */
record TextFile(Path path, @Nullable Charset encoding) {
  private static final int BUFFER = 1 << 16;
  private static final int MARK_BYTES = 3;

  /** The characters without a byte order mark; bytes that are no characters are an exception. */
  RowLimitReader open() throws IOException {
    PushbackInputStream in = new PushbackInputStream(Files.newInputStream(path), MARK_BYTES);
    try {
      Charset charset = charset(in);
      Reader characters =
          new InputStreamReader(
              in,
              charset
                  .newDecoder()
                  .onMalformedInput(CodingErrorAction.REPORT)
                  .onUnmappableCharacter(CodingErrorAction.REPORT));
      return new RowLimitReader(new BufferedReader(characters, BUFFER), name());
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  private Charset charset(PushbackInputStream in) throws IOException {
    byte[] start = ((InputStream) in).readNBytes(MARK_BYTES);
    if (begins(start, 0xEF, 0xBB, 0xBF)) {
      return StandardCharsets.UTF_8;
    }
    in.unread(start);
    if (begins(start, 0xFF, 0xFE) || begins(start, 0xFE, 0xFF)) {
      return StandardCharsets.UTF_16; // its decoder reads the mark
    }
    return encoding == null ? StandardCharsets.UTF_8 : encoding;
  }

  private static boolean begins(byte[] start, int... mark) {
    for (int index = 0; index < mark.length; index++) {
      if (index >= start.length || start[index] != (byte) mark[index]) {
        return false;
      }
    }
    return true;
  }

  String name() {
    return path.toString();
  }
}
