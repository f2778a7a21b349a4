package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.http.Contract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnimplementedOperationsTest {

  /** The build prints the file. */
  @Test
  void listsOnlyOperationsOfTheContract() throws IOException {
    List<String> all = Contract.load().operationIds();

    assertThat(all).containsAll(UnimplementedOperations.OPERATIONS);

    Files.writeString(
        Path.of("target", "operations-left.txt"),
        "%d of %d operations are left to build"
            .formatted(UnimplementedOperations.OPERATIONS.size(), all.size()));
  }
}
