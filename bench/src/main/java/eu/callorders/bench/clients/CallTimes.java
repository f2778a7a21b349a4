package eu.callorders.bench.clients;

import eu.callorders.bench.BenchReport;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Times of one operation, in turn without and with a client library.
 *
 * @param bare microseconds per call of the bare HTTP client, an item for each round
 * @param library the same of the library
 */
record CallTimes(List<Double> bare, List<Double> library) {

  void report(BenchReport figures, String name) {
    double least = BenchReport.median(bare);
    List<Double> overhead =
        IntStream.range(0, bare.size())
            .mapToObj(round -> library.get(round) - bare.get(round))
            .toList();
    figures.add(name + ", bare", least, "µs");
    figures.ratio(name + ", library", BenchReport.median(library), "µs", least, "bare");
    figures.add(name + ", overhead", BenchReport.median(overhead), "µs");
  }
}
