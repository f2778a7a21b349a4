package eu.callorders.gatewaykit.example;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.gatewaykit.server.GatewayProcess;
import eu.callorders.gatewaykit.server.GatewayProfile;
import eu.callorders.gatewaykit.server.GatewayServer.HandlerContext;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Dials by a program: {@code dial TO FROM} prints a line for each event of the call. */
public final class ProgramGateway implements CallHandler {
  private static final GatewayProfile PROFILE =
      new GatewayProfile("gateway", "PROGRAMGATEWAY_", 8092, "gateway-data", Set.of("DIAL"));
  private static final int CHANNELS = 4;

  private final HandlerContext context;
  private final Context eventLoop;
  private final String program;
  private final Map<UUID, Process> processes = new HashMap<>();
  private final Set<UUID> canceled = new HashSet<>();

  public ProgramGateway(HandlerContext context, String program) {
    this.context = context;
    this.eventLoop = context.vertx().getOrCreateContext();
    this.program = program;
  }

  public static void main(String[] args) {
    String program = System.getenv().getOrDefault("PROGRAMGATEWAY_DIAL", "dial");
    GatewayProcess process =
        new GatewayProcess(
            PROFILE,
            "Calls by a program. PROGRAMGATEWAY_SECRET is required.\n",
            context -> new ProgramGateway(context, program),
            Clock.systemUTC());
    int status = process.start(args, System.getenv(), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  @Override
  public PlaceResult.@Nullable Refused refusal(PlaceCall call) {
    if (call.environment().equals("sandbox")) {
      return new PlaceResult.Refused(RefusalReason.UNROUTABLE, null);
    }
    return processes.size() < CHANNELS
        ? null
        : new PlaceResult.Refused(RefusalReason.CAPACITY, Duration.ofSeconds(5));
  }

  @Override
  public Future<PlaceResult> place(CallJournal journal) {
    // On disk before the telephone rings: after a crash the call is resumed, not dialed again.
    return journal.whenDurable().compose(stored -> dial(journal));
  }

  private Future<PlaceResult> dial(CallJournal journal) {
    PlaceCall call = journal.call();
    if (context.clock().instant().isAfter(call.notAfter())) {
      return Future.succeededFuture(new PlaceResult.Refused(RefusalReason.TOO_LATE, null));
    }
    return context
        .vertx()
        .executeBlocking(
            () -> new ProcessBuilder(program, call.to().e164(), call.from().e164()).start())
        .compose(process -> started(journal, process))
        // Nothing was dialed: the program cannot be started.
        .recover(
            missing ->
                Future.succeededFuture(
                    new PlaceResult.Refused(RefusalReason.CAPACITY, Duration.ofMinutes(1))));
  }

  private Future<PlaceResult> started(CallJournal journal, Process process) {
    processes.put(journal.call().attemptId(), process);
    if (canceled.contains(journal.call().attemptId())) {
      process.destroy();
    }
    Thread.ofVirtual().start(() -> listen(journal, process));
    return journal.accepted();
  }

  private void listen(CallJournal journal, Process process) {
    try (BufferedReader lines = process.inputReader()) {
      lines.lines().forEach(line -> eventLoop.runOnContext(now -> report(journal, line)));
    } catch (IOException | UncheckedIOException cut) {
      process.destroyForcibly();
    }
    eventLoop.runOnContext(now -> finish(journal));
  }

  private static void report(CallJournal journal, String line) {
    switch (line) {
      case "ringing" -> journal.ringing();
      case "answered" -> journal.answered();
      case "objection" -> journal.objection("voice");
      case "busy" -> journal.ended(Disposition.BUSY, Cause.NORMAL, null);
      case "no_answer" -> journal.ended(Disposition.NO_ANSWER, Cause.NORMAL, null);
      default -> {}
    }
  }

  private void finish(CallJournal journal) {
    UUID attemptId = journal.call().attemptId();
    processes.remove(attemptId);
    boolean stopped = canceled.remove(attemptId);
    if (journal.answeredAt() != null) {
      Cause cause = stopped ? Cause.STOPPED : Cause.NORMAL;
      journal.ended(Disposition.ANSWERED, cause, stopped ? "platform" : "subject");
      journal.report(Map.of("summary_code", "conversation_incomplete"));
    } else if (stopped) {
      journal.ended(Disposition.CANCELED, Cause.STOPPED, null);
    }
    journal.endWithUnknownOutcome(); // Finishes the call; a call that has ended keeps its end.
  }

  @Override
  public void cancel(UUID attemptId) {
    canceled.add(attemptId);
    Process process = processes.get(attemptId);
    if (process != null) {
      process.destroy();
    }
  }

  @Override
  public GatewayHealth health() {
    return new GatewayHealth(GatewayHealth.State.UP, CHANNELS - processes.size(), null);
  }
}
