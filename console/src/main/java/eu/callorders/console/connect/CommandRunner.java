package eu.callorders.console.connect;

import java.util.List;
import java.util.Optional;

/** Runs a program of the operating system. */
@FunctionalInterface
interface CommandRunner {
  /**
   * Returns the output if the program ends in time with status 0, else empty.
   *
   * @param command path and arguments, which every user of the machine can read
   * @param input standard input, which no one else can read
   */
  Optional<String> run(List<String> command, String input);
}
