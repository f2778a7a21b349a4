package eu.callorders.console.connect;

import java.util.List;
import java.util.Optional;

/** Runs a program of the system. */
@FunctionalInterface
interface CommandRunner {
  /**
   * What it says when it ends well and in time; empty otherwise.
   *
   * @param line its path and its arguments, which every user of the machine can read
   * @param input what it reads, which nobody else can
   */
  Optional<String> run(List<String> line, String input);
}
