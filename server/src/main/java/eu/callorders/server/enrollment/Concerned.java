package eu.callorders.server.enrollment;

import eu.callorders.server.database.Locks;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The persons that an entry concerns: its own, and those whose orders or enrollments hold its
 * number.
 *
 * @param references of the persons; a thousand of those who merely hold the number at most. A
 *     transaction cannot hold locks without end, and what is left out is barred all the same when
 *     it is due.
 */
public record Concerned(UUID tenantId, Set<String> references) {
  public Concerned {
    references = Set.copyOf(references);
  }

  /** Those of them whose locks are among these. */
  public Concerned lockedBy(Set<String> locks) {
    return new Concerned(
        tenantId,
        references.stream()
            .filter(reference -> locks.contains(Locks.person(tenantId, reference)))
            .collect(Collectors.toUnmodifiableSet()));
  }

  /** The names of their locks. */
  public Set<String> locks() {
    return references.stream()
        .map(reference -> Locks.person(tenantId, reference))
        .collect(Collectors.toUnmodifiableSet());
  }
}
