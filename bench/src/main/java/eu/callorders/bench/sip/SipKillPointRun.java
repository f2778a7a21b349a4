package eu.callorders.bench.sip;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.core.telephony.PlaceCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** One call whose gateway is killed. */
final class SipKillPointRun {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final int PAUSE_MILLIS = 20;

  private final SipGatewayProcess gateway;
  private final SipPerson person;
  private final CallPlacer placer;
  private final Path directory;
  private final PlaceCall call;
  private CompletableFuture<Http.Answer> placing = new CompletableFuture<>();

  SipKillPointRun(
      SipGatewayProcess gateway,
      SipPerson person,
      CallPlacer placer,
      Path directory,
      String number) {
    this.gateway = gateway;
    this.person = person;
    this.placer = placer;
    this.directory = directory;
    this.call = placer.call(number);
  }

  /** A speech program that can be held, and the sound that it makes. */
  static Path speechProgram(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("speak"),
        """
        touch %1$s/speaking
        while test -e %1$s/hold; do sleep 0.02; done
        cp %2$s "$1"
        """
            .formatted(directory, TestSound.wav(directory)));
  }

  SipPerson person() {
    return person;
  }

  void holdSpeech() throws IOException {
    Files.deleteIfExists(directory.resolve("speaking"));
    Files.createFile(directory.resolve("hold"));
  }

  void awaitSpeech() throws Exception {
    until("the speech program", () -> Files.exists(directory.resolve("speaking")));
  }

  void releaseSpeech() throws IOException {
    Files.delete(directory.resolve("hold"));
  }

  void place() {
    placing = placer.place(call);
  }

  /** Waits until the service would know of the call. */
  void awaitAccepted() throws Exception {
    until("the answer to the placing", placing::isDone);
    require(placing.join().status() == 201, "the placing was answered " + placing.join());
  }

  /** Brings the call into its conversation. */
  SipText answer() throws Exception {
    place();
    SipText invite = invite();
    person.respond(invite, "200 OK");
    person.await("ACK", invite);
    until("the answer", () -> types().contains("call.answered"));
    return invite;
  }

  /** Waits for the INVITE of the call. */
  SipText invite() throws IOException, InterruptedException {
    return person.awaitInvite(call.to().e164());
  }

  /** The service stops the call. */
  void stop() {
    placer.cancel(call);
  }

  void freeze() throws IOException, InterruptedException {
    gateway.freeze();
  }

  void killAndStart() throws IOException, InterruptedException {
    gateway.kill();
    gateway.start();
  }

  /** Lets the gateway cancel an INVITE of the process before. */
  void cancel(SipText invite) throws IOException, InterruptedException {
    SipText cancel = person.await("CANCEL", invite);
    require(cancel.branch().equals(invite.branch()), "the CANCEL is of another INVITE");
    person.respond(cancel, "200 OK");
    person.respond(invite, "487 Request Terminated", cancel.from());
    person.await("ACK", invite);
  }

  /** Waits for the end, places the call again, and answers what is wrong. */
  List<String> check(SipKillPoint point) throws Exception {
    List<String> found = new ArrayList<>();
    boolean maybeUnknown = point.dispositions.contains("");
    until("the end", () -> dispositions().size() == 1 || (maybeUnknown && isUnknown()));
    List<String> ends = dispositions();
    if (!point.dispositions.contains(ends.isEmpty() ? "" : ends.getFirst())) {
      found.add("%s: the call has ended %s".formatted(point.title(), ends));
    }
    if (point.isDialed()) {
      int status = placer.place(call).join().status();
      if (status != 201) {
        found.add("%s: placed again, the answer is %d".formatted(point.title(), status));
      }
    }
    long invites =
        person.invites().stream()
            .filter(invite -> invite.lines().getFirst().contains(call.to().e164()))
            .count();
    if (invites != (point.isDialed() ? 1 : 0)) {
      found.add("%s: %d INVITEs".formatted(point.title(), invites));
    }
    return found;
  }

  private boolean isUnknown() {
    return placer.query(call).status() == 404;
  }

  private List<String> dispositions() {
    List<String> dispositions = new ArrayList<>();
    for (JsonNode event : placer.query(call).body().path("events")) {
      if (event.path("type").asText().equals("call.ended")) {
        dispositions.add(event.path("disposition").asText());
      }
    }
    return dispositions;
  }

  private List<String> types() {
    return placer.query(call).body().path("events").findValuesAsText("type");
  }

  private void until(String what, Callable<Boolean> condition) throws Exception {
    Polling.until(TIMEOUT, PAUSE_MILLIS, what + " has not come", condition);
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalStateException(otherwise);
    }
  }
}
