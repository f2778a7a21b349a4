package eu.callorders.bench.faults;

import eu.callorders.bench.crash.Violations;
import java.time.Instant;

/** A resource of a running deployment that can be taken away. */
interface Shortage {
  /** Takes the resource away; it stays away. */
  void begin() throws Exception;

  /** Gives it back, and starts again what only its supervisor starts; returns when it was back. */
  Instant end() throws Exception;

  /** Adds what this shortage alone has broken, once everything has ended. */
  default void check(Violations violations) throws Exception {}
}
