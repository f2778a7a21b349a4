package eu.callorders.server.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.Operation;
import eu.callorders.server.json.Json;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Limits for number and size of a sequence's versions. */
class SequenceTest {
  private static final int MEBIBYTE = 1 << 20;

  @Test
  void acceptsVersionsOfOneMebibyteInTotal() {
    Sequence sequence =
        created(ofBytes(300_000, 'x')).withDraft(ofBytes(300_000, 'x'), Instant.EPOCH);

    int rest = MEBIBYTE - 600_000;
    assertThat(sequence.withDraft(ofBytes(rest, 'x'), Instant.EPOCH).versions()).hasSize(3);
    assertThat(refusal(sequence, ofBytes(rest + 1, 'x')))
        .isEqualTo(
            Problem.of(
                ProblemCode.VERSION_LIMIT,
                "The versions of the sequence would exceed 1048576 bytes together."
                    + " Create another sequence."));
  }

  @Test
  void countsBytesNotCharacters() {
    Sequence sequence = created(ofBytes(600_000, '€'));

    assertThat(refusal(sequence, ofBytes(500_000, '€')).code())
        .isEqualTo(ProblemCode.VERSION_LIMIT);
  }

  @Test
  void acceptsFirstVersionOfAnySize() {
    assertThat(created(ofBytes(MEBIBYTE + 1, 'x')).versions()).hasSize(1);
  }

  @Test
  void limitsNumberOfVersions() {
    Sequence sequence = created(Json.object());
    for (int version = 2; version <= 50; version++) {
      sequence = sequence.withDraft(Json.object(), Instant.EPOCH);
    }

    assertThat(refusal(sequence, Json.object()))
        .isEqualTo(
            Problem.of(
                ProblemCode.VERSION_LIMIT,
                "The sequence has 50 versions. Create another sequence."));
  }

  @Test
  void operationsThatReturnAllVersionsHaveLargePages() {
    SequenceRules rules = new SequenceRules(scheduling -> List.of());
    SequenceFeature feature = new SequenceFeature(null);
    SequenceResource resource = new SequenceResource(null, null, feature, null, rules, null, null);

    assertThat(resource.operations())
        .filteredOn(Operation::hasLargePages)
        .extracting(Operation::operationId)
        .containsExactlyInAnyOrder("listSequences", "getSequence");
  }

  private static Sequence created(JsonNode definition) {
    return Sequence.created(new UUID(0, 0), "ladder", "A ladder", definition, Instant.EPOCH);
  }

  private static Problem refusal(Sequence sequence, JsonNode definition) {
    ProblemException[] caught = new ProblemException[1];
    assertThatThrownBy(() -> sequence.withDraft(definition, Instant.EPOCH))
        .isInstanceOfSatisfying(ProblemException.class, exception -> caught[0] = exception);
    return caught[0].problem();
  }

  /** A definition whose stored form has this many bytes. */
  private static JsonNode ofBytes(int bytes, char filler) {
    int frame = "{\"a\":\"\"}".length();
    int each = filler < 0x80 ? 1 : 3;
    String text = Character.toString(filler).repeat((bytes - frame) / each);
    return Json.object().put("a", text + "x".repeat((bytes - frame) % each));
  }
}
