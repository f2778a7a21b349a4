package eu.callorders.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TemporaryDirectoriesTest {
  @Test
  void deletesRemainingDirectories() throws Exception {
    TemporaryDirectories directories = new TemporaryDirectories();
    Path first = directories.create("call-orders-test");
    Path second = directories.create("call-orders-test");
    Files.delete(first);

    directories.close();

    assertThat(second).doesNotExist();
  }
}
