package eu.callorders.bench.sip;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.bench.sip.SipCarrier.Invite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InviteChecksTest {
  private static final Invite FIRST = new Invite("id-1", 1, "+180855501001");
  private static final Invite SECOND = new Invite("id-2", 1, "+180855501002");

  @TempDir Path directory;

  @Test
  void eachInviteOfOneAttemptIsRight() {
    assertThat(
            InviteChecks.check(
                List.of(FIRST, SECOND),
                Map.of(
                    "id-1", Set.of("call_1"), "id-2", Set.of("call_2"), "id-3", Set.of("call_3"))))
        .isEmpty();
  }

  @Test
  void inviteOfNoAttemptIsFound() {
    assertThat(InviteChecks.check(List.of(FIRST), Map.of()))
        .singleElement()
        .asString()
        .contains("id-1", "attempts []");
  }

  @Test
  void inviteOfTwoAttemptsIsFound() {
    assertThat(InviteChecks.check(List.of(FIRST), Map.of("id-1", Set.of("call_1", "call_2"))))
        .singleElement()
        .asString()
        .contains("id-1");
  }

  @Test
  void secondInviteOfACallIsFound() {
    assertThat(
            InviteChecks.check(
                List.of(FIRST, new Invite("id-1", 2, "+180855501001")),
                Map.of("id-1", Set.of("call_1"))))
        .singleElement()
        .asString()
        .contains("two INVITEs");
  }

  @Test
  void attemptThatWasDialedTwiceIsFound() {
    assertThat(
            InviteChecks.check(
                List.of(FIRST, SECOND), Map.of("id-1", Set.of("call_1"), "id-2", Set.of("call_1"))))
        .singleElement()
        .asString()
        .contains("call_1", "id-1", "id-2");
  }

  @Test
  void attemptsAreThoseOfTheCallLog() throws Exception {
    Path log = directory.resolve("calls.jsonl");
    Files.writeString(
        log,
        """
        {"attempt_id": "call_1", "sip_call_id": "id-1", "ended_at": null}
        {"attempt_id": "call_1", "sip_call_id": "id-1", "ended_at": "2026-11-29T10:00:00Z"}
        {"attempt_id": "call_2", "sip_call_id": "id-2", "en\
        """);

    assertThat(InviteChecks.attempts(log)).containsOnly(Map.entry("id-1", Set.of("call_1")));
    assertThat(InviteChecks.attempts(directory.resolve("missing"))).isEmpty();
  }
}
