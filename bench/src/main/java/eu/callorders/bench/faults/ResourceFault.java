package eu.callorders.bench.faults;

import eu.callorders.bench.crash.DatabaseUnderTest;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Postgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The resources that a campaign takes away. */
enum ResourceFault {
  DISK {
    @Override
    void requireRights() throws IOException, InterruptedException {
      Path directory = Files.createTempDirectory("small-disk");
      SmallDisk.mount(directory);
      SmallDisk.unmount(directory);
      Files.delete(directory);
    }

    @Override
    DatabaseUnderTest database(Path directory) throws Exception {
      return SmallDisk.start(directory);
    }

    @Override
    Shortage create(Deployment deployment, int heapMegabytes) {
      return new FullDisk((SmallDisk) deployment.database);
    }
  },
  SLOW_DISK {
    @Override
    Shortage create(Deployment deployment, int heapMegabytes) {
      return new SlowDisk(deployment.postgres());
    }
  },
  CONNECTIONS {
    @Override
    DatabaseUnderTest database(Path directory) throws Exception {
      return Postgres.start(directory, TakenConnections.PERMITTED);
    }

    @Override
    Shortage create(Deployment deployment, int heapMegabytes) {
      return new TakenConnections(deployment.postgres());
    }
  },
  FILES {
    @Override
    void requireRights() throws IOException, InterruptedException {
      SystemCommand.run("prlimit", "--version");
    }

    @Override
    Shortage create(Deployment deployment, int heapMegabytes) {
      return new FileLimit(deployment.nodes.getFirst());
    }
  },
  MEMORY {
    @Override
    Shortage create(Deployment deployment, int heapMegabytes) throws InterruptedException {
      return new MemoryBurst(deployment, heapMegabytes);
    }
  };

  /** Throws an IOException that says why the fault cannot be made here. */
  void requireRights() throws IOException, InterruptedException {}

  /** A database in the directory that can have the fault. */
  DatabaseUnderTest database(Path directory) throws Exception {
    return Postgres.start(directory);
  }

  /** The fault, not begun yet. */
  abstract Shortage create(Deployment deployment, int heapMegabytes) throws InterruptedException;

  /** As an option names it. */
  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The faults of a comma-separated list; an IllegalArgumentException names an unknown one. */
  static List<ResourceFault> parse(String names) {
    return Arrays.stream(names.split(",", -1)).map(ResourceFault::named).toList();
  }

  static String all() {
    return String.join(",", Stream.of(values()).map(ResourceFault::wireName).toList());
  }

  private static ResourceFault named(String name) {
    return Stream.of(values())
        .filter(fault -> fault.wireName().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name + ": known are " + all()));
  }
}
