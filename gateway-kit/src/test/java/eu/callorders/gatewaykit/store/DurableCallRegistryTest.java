package eu.callorders.gatewaykit.store;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.gatewaykit.call.CallRegistry.Era;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableCallRegistryTest {
  private static final UUID KEPT = UUID.randomUUID();
  private static final UUID DROPPED = UUID.randomUUID();

  @TempDir Path directory;

  @Test
  void storesErasAndTheFloorOfADeletedOne() {
    Era era = new Era(3, UUID.randomUUID(), Set.of(UUID.randomUUID()));
    try (CallStore store = CallStore.open(directory, "gateway")) {
      DurableCallRegistry book = new DurableCallRegistry(store, () -> {});
      assertThat(book.eraFloor()).isEqualTo(-1);
      book.recordEra(KEPT, era);
      book.recordEra(DROPPED, new Era(7, UUID.randomUUID(), Set.of()));
      book.deleteEra(DROPPED, 7);
      book.takeBatch().apply(store);
      store.commit();
    }

    try (CallStore store = CallStore.open(directory, "gateway")) {
      DurableCallRegistry book = new DurableCallRegistry(store, () -> {});
      assertThat(book.eras()).containsOnlyKeys(KEPT);
      assertThat(book.eras().get(KEPT)).isEqualTo(era);
      assertThat(book.eras().get(DROPPED)).isNull();
      assertThat(book.eraFloor()).isEqualTo(7);
    }
  }
}
