package eu.callorders.db;

import java.util.List;
import java.util.Optional;

/**
 * What a migration would run.
 *
 * @param current schema of the database, for example {@code 1.9}; empty if it has none
 * @param target newest schema of this jar; the database may have a newer one
 * @param steps in their order
 * @param suitsRunningNodes whether nodes that work with the current schema work with the target
 */
public record MigrationPlan(
    Optional<String> current, String target, List<Step> steps, boolean suitsRunningNodes) {
  public MigrationPlan {
    steps = List.copyOf(steps);
  }

  /**
   * A migration.
   *
   * @param schema that it brings
   * @param locks on tables of earlier releases, each as {@code TABLE MODE, TIME at 1,000,000
   *     orders}, or {@code none}; empty in release 1
   */
  public record Step(String schema, String description, List<String> locks) {
    public Step {
      locks = List.copyOf(locks);
    }
  }

  static MigrationPlan of(Optional<SchemaRelease> current, SchemaRelease target, List<Step> steps) {
    return new MigrationPlan(
        current.map(SchemaRelease::toString),
        target.toString(),
        steps,
        current.isPresent() && target.release() - current.get().release() <= 1);
  }
}
