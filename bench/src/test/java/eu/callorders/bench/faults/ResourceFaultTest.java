package eu.callorders.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ResourceFaultTest {
  @Test
  void readsFaultsInTheirOrder() {
    assertThat(ResourceFault.parse("memory,slow_disk"))
        .containsExactly(ResourceFault.MEMORY, ResourceFault.SLOW_DISK);
    assertThat(ResourceFault.parse(ResourceFault.all())).containsExactly(ResourceFault.values());
  }

  @Test
  void namesTheKnownFaults() {
    assertThatThrownBy(() -> ResourceFault.parse("disk,cpu"))
        .hasMessage("cpu: known are disk,slow_disk,connections,files,memory");
  }
}
