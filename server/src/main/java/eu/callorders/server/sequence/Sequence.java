package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.netty.buffer.ByteBufUtil;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A sequence with all its versions. Times are the tenant's.
 *
 * @param activeVersion null before the first activation
 * @param versions oldest first, at least one
 */
record Sequence(
    UUID id,
    String key,
    String title,
    SequenceStatus status,
    @Nullable Integer activeVersion,
    List<Version> versions,
    Instant createdAt,
    Instant updatedAt) {
  private static final int MAX_VERSIONS = 50;

  /**
   * Limit for all versions together: replies contain all of them, and idempotency stores replies.
   */
  private static final long MAX_BYTES = 1 << 20;

  Sequence {
    versions = List.copyOf(versions);
  }

  /**
   * One version.
   *
   * @param number starts at 1
   * @param signalType of the triggering signals
   * @param definition {@code trigger}, {@code exit_conditions} and {@code steps}, as JSON text:
   *     only views parse it, since changes load every version
   * @param activatedAt null in a draft
   */
  record Version(
      int number,
      SequenceStatus status,
      String signalType,
      String definition,
      Instant createdAt,
      @Nullable Instant activatedAt) {

    /** UTF-8 size of the stored definition. */
    private long bytes() {
      return ByteBufUtil.utf8Bytes(definition);
    }

    static Version draft(int number, JsonNode definition, Instant now) {
      return new Version(
          number,
          SequenceStatus.DRAFT,
          definition.at("/trigger/signal_type").asText(),
          definition.toString(),
          now,
          null);
    }

    private Version activated(Instant now) {
      return new Version(number, SequenceStatus.ACTIVE, signalType, definition, createdAt, now);
    }

    private Version archived() {
      return new Version(
          number, SequenceStatus.ARCHIVED, signalType, definition, createdAt, activatedAt);
    }
  }

  static Sequence created(UUID id, String key, String title, JsonNode definition, Instant now) {
    List<Version> first = List.of(Version.draft(1, definition, now));
    return new Sequence(id, key, title, SequenceStatus.DRAFT, null, first, now, now);
  }

  /**
   * Adds a draft. Throws if the sequence is archived or the versions exceed their number or size.
   */
  Sequence withDraft(JsonNode definition, Instant now) {
    requireNotArchived("An archived sequence takes no version.");
    rejectVersionIf(
        versions.size() >= MAX_VERSIONS, "The sequence has " + MAX_VERSIONS + " versions.");
    List<Version> more = new ArrayList<>(versions);
    more.add(Version.draft(versions.getLast().number() + 1, definition, now));
    rejectVersionIf(
        more.stream().mapToLong(Version::bytes).sum() > MAX_BYTES,
        "The versions of the sequence would exceed " + MAX_BYTES + " bytes together.");
    return new Sequence(id, key, title, status, activeVersion, more, createdAt, now);
  }

  /**
   * Activates a version and archives the previous one. Throws if the version does not exist or is
   * no draft, or the sequence is archived.
   */
  Sequence activated(int number, Instant now) {
    Version draft =
        versions.stream()
            .filter(version -> version.number() == number)
            .findFirst()
            .orElseThrow(ProblemException::notFound);
    requireNotArchived("An archived sequence activates no version.");
    if (draft.status() != SequenceStatus.DRAFT) {
      throw ProblemException.of(
          ProblemCode.VERSION_NOT_DRAFT, "The version is " + draft.status().wire() + ".");
    }
    List<Version> changed =
        versions.stream().map(version -> activateOrArchive(version, number, now)).toList();
    return new Sequence(id, key, title, SequenceStatus.ACTIVE, number, changed, createdAt, now);
  }

  private static Version activateOrArchive(Version version, int number, Instant now) {
    if (version.number() == number) {
      return version.activated(now);
    }
    return version.status() == SequenceStatus.ACTIVE ? version.archived() : version;
  }

  /** Archives the sequence and leaves its versions unchanged. Throws if already archived. */
  Sequence archived(Instant now) {
    requireNotArchived("The sequence is archived already.");
    return new Sequence(
        id, key, title, SequenceStatus.ARCHIVED, activeVersion, versions, createdAt, now);
  }

  /** The active version, else the newest. */
  Version activeOrNewest() {
    return versions.stream()
        .filter(version -> version.status() == SequenceStatus.ACTIVE)
        .findFirst()
        .orElse(newest());
  }

  Version newest() {
    return versions.getLast();
  }

  private static void rejectVersionIf(boolean exceeded, String detail) {
    if (exceeded) {
      throw ProblemException.of(ProblemCode.VERSION_LIMIT, detail + " Create another sequence.");
    }
  }

  private void requireNotArchived(String detail) {
    if (status == SequenceStatus.ARCHIVED) {
      throw ProblemException.of(ProblemCode.SEQUENCE_ARCHIVED, detail);
    }
  }
}
