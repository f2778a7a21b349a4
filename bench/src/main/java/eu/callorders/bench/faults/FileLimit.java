package eu.callorders.bench.faults;

import eu.callorders.bench.crash.ServiceNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;

/** A node may open no file and take no connection beyond those that it has. */
final class FileLimit implements Shortage {
  private static final String LIMIT = "Max open files";

  private final ServiceNode node;
  private String before = "";

  FileLimit(ServiceNode node) {
    this.node = node;
  }

  @Override
  public void begin() throws IOException, InterruptedException {
    Path process = Path.of("/proc", Long.toString(node.pid()));
    before = softLimit(Files.readString(process.resolve("limits")));
    long open;
    try (Stream<Path> files = Files.list(process.resolve("fd"))) {
      open = files.count();
    }
    limit(Long.toString(open));
    System.out.printf("%s: %d files, limit %s before%n", node.name, open, before);
  }

  /** The limit in force, of the text of {@code /proc/PID/limits}. */
  static String softLimit(String limits) {
    return limits
        .lines()
        .filter(line -> line.startsWith(LIMIT))
        .map(line -> line.substring(LIMIT.length()).strip().split("\\s+", 2)[0])
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no limit of files"));
  }

  private void limit(String soft) throws IOException, InterruptedException {
    SystemCommand.run("prlimit", "--pid", Long.toString(node.pid()), "--nofile=" + soft + ":");
  }

  /** A node that has ended meanwhile has the limits of a new process. */
  @Override
  public Instant end() throws IOException, InterruptedException {
    if (node.alive()) {
      limit(before);
    }
    return Instant.now();
  }
}
