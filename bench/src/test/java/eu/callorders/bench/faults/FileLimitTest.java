package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileLimitTest {
  @Test
  void readsTheSoftLimit() {
    String limits =
        """
        Limit                     Soft Limit           Hard Limit           Units
        Max processes             unlimited            unlimited            processes
        Max open files            1024                 524288               files
        """;

    assertThat(FileLimit.softLimit(limits)).isEqualTo("1024");
  }
}
