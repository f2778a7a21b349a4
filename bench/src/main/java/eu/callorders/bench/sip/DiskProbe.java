package eu.callorders.bench.sip;

import eu.callorders.bench.Quantiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.LongStream;

/** What the disk takes to make a page durable. */
final class DiskProbe {
  private static final int PAGE = 4096;

  private DiskProbe() {}

  /** Appends so many pages to a file, each with an fsync. */
  static Quantiles fsync(Path directory, int pages) throws IOException {
    LongStream.Builder times = LongStream.builder();
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("pages"), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      for (int page = 0; page < pages; page++) {
        long begin = System.nanoTime();
        channel.write(ByteBuffer.allocate(PAGE));
        channel.force(false);
        times.add(System.nanoTime() - begin);
      }
    }
    return new Quantiles(times.build());
  }
}
