package eu.callorders.sipgateway.app;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.gatewaykit.call.CallGateway;
import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.gatewaykit.server.GatewayServer.HandlerContext;
import eu.callorders.sipgateway.call.CallTimes;
import eu.callorders.sipgateway.call.SipTelephony;
import eu.callorders.sipgateway.call.TlsContextFactory;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import eu.callorders.sipgateway.config.TrunkSettings;
import eu.callorders.sipgateway.sip.TlsSockets;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Tries the trunk by one call with the agent {@code keypad}, without service and store. */
final class TrialCommand {
  private static final int EXIT_FAILED = 1;
  private static final int READY_MILLIS = 40_000;
  private static final int CALL_SECONDS = 300;
  private static final int STOP_SECONDS = 5;
  private static final int POLL_MILLIS = 100;

  private final SipGatewaySettings settings;
  private final PrintStream out;
  private final Vertx vertx = Vertx.vertx();
  private final InstantSource clock = InstantSource.system();
  private final TrialTrace trace;
  private final Promise<@Nullable String> end = Promise.promise();
  private List<TrialVerdict.Check> network = List.of();
  private volatile @Nullable SipTelephony running;

  TrialCommand(SipGatewaySettings settings, PrintStream out) {
    this.settings = settings.withAgent(settings.agent().keypad());
    this.out = out;
    this.trace = new TrialTrace(out, clock);
  }

  /**
   * Places the call, waits for its end and prints the verdict.
   *
   * @return exit code
   */
  int run(PhoneNumber to, PhoneNumber from) throws IOException, InterruptedException {
    try {
      network =
          new TrunkProbe(settings, new TlsSockets(TlsContextFactory.create(vertx, settings.tls())))
              .run();
      if (network.stream().noneMatch(check -> check.result() == TrialVerdict.Result.OK)) {
        return judge(null, "no address");
      }
      Promise<SipTelephony> started = Promise.promise();
      vertx.runOnContext(now -> start(started));
      SipTelephony telephony = await(started.future());
      running = telephony;
      boolean ready = awaitReady(telephony);
      vertx.runOnContext(now -> place(telephony, to, from));
      String refusal = await(end.future());
      Boolean registered =
          settings.trunks().stream().anyMatch(TrunkSettings::register) ? ready : null;
      return judge(registered, refusal);
    } finally {
      SipTelephony opened = running;
      running = null;
      if (opened != null) {
        opened.close();
      }
      vertx.close();
    }
  }

  /** Ends the call before its time. */
  void stop() {
    SipTelephony telephony = running;
    if (telephony == null) {
      return;
    }
    Promise<Void> drained = Promise.promise();
    vertx.runOnContext(now -> telephony.handler().drain().onComplete(drained));
    try {
      drained
          .future()
          .toCompletionStage()
          .toCompletableFuture()
          .get(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException unanswered) {
      out.println("The trunk does not confirm the end of the call.");
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(Promise<SipTelephony> started) {
    try {
      started.complete(
          new SipTelephony(
              new HandlerContext(vertx, clock, GatewayNotes.NONE, Router.router(vertx)),
              settings,
              CallTimes.DEFAULT,
              trace));
    } catch (IOException inUse) {
      started.fail(inUse);
    }
  }

  /** Waits for the registrations; false when they take too long. */
  private boolean awaitReady(SipTelephony telephony) throws IOException, InterruptedException {
    Promise<Boolean> ready = Promise.promise();
    vertx.runOnContext(
        now -> {
          long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(READY_MILLIS);
          vertx.setPeriodic(
              1,
              POLL_MILLIS,
              timer -> {
                if (telephony.isReady() || System.nanoTime() > deadline) {
                  vertx.cancelTimer(timer);
                  ready.complete(telephony.isReady());
                }
              });
        });
    return await(ready.future());
  }

  private void place(SipTelephony telephony, PhoneNumber to, PhoneNumber from) {
    CallGateway gateway =
        new CallGateway(
            telephony.handler(),
            new TransientRegistry(() -> end.tryComplete(null)),
            trace,
            clock,
            Future::succeededFuture);
    PlaceCall call = TrialCall.to(to, from, settings, clock.instant());
    gateway
        .place(call)
        .onSuccess(
            result -> {
              if (result instanceof PlaceResult.Refused refused) {
                end.tryComplete(refused.code().name().toLowerCase(Locale.ROOT));
              }
            })
        .onFailure(end::tryFail);
  }

  private int judge(@Nullable Boolean registered, @Nullable String refusal) {
    TrialVerdict verdict = TrialVerdict.of(trace.facts(network, registered, refusal));
    out.println();
    for (TrialVerdict.Check check : verdict.checks()) {
      String result =
          switch (check.result()) {
            case OK -> "ok";
            case NONE -> "-";
            case FAILED -> "FAILED";
          };
      out.printf("%-7s %-14s %s%n", result, check.name(), check.text());
    }
    out.println(verdict.passed() ? "\nThe trunk works." : "\nThe trunk does not work yet.");
    out.flush();
    return verdict.passed() ? 0 : EXIT_FAILED;
  }

  private static <T> T await(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.toCompletionStage().toCompletableFuture().get(CALL_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      throw new IOException(String.valueOf(cause.getMessage()), failed);
    } catch (TimeoutException late) {
      throw new IOException("the call has not ended", late);
    }
  }
}
