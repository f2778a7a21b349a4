package eu.callorders.simulator.standalone;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** One simulator for all tests of a class. */
abstract class SimulatorFixture {
  @TempDir static Path directory;
  @AutoClose private static RunningSimulator simulator;
  static SignedClient client;

  @BeforeAll
  static void start() throws Exception {
    simulator = RunningSimulator.start(directory);
    client = simulator.client();
  }
}
