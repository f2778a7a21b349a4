package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TenantClock;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Export;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.function.IntConsumer;

/** Writes one report at a time, independently of the shown order. */
final class ReportViewModel {
  /** Statuses of a missing or deleted transcript. */
  private static final Set<Integer> MISSING_TRANSCRIPT = Set.of(404, 409, 410);

  private final Session session;
  private final OrderLoader loader;
  private final OrderReport report;
  private final InstantSource clock;
  private final ZoneId zone;

  /** The running or last report; its progress is the number of the transcript being read. */
  final Export export;

  private ActionTarget reported = new ActionTarget("", "");

  /**
   * @param clock of the service
   * @param zone of the shown times
   */
  ReportViewModel(
      BackgroundExecutor background,
      Session session,
      OrderReport report,
      InstantSource clock,
      ZoneId zone) {
    this.session = session;
    this.loader = new OrderLoader(session);
    this.report = report;
    this.clock = clock;
    this.zone = zone;
    this.export = new Export(background);
  }

  /** Starts a report unless one is running. */
  void write(ActionTarget order, Path file) {
    if (!export.running().get()) {
      String orderId = order.id();
      reported = order;
      export.start(file, (writer, progress) -> write(orderId, writer, progress));
    }
  }

  /**
   * Blocks until all transcripts are read.
   *
   * @param progress receives the number of each transcript before it is read, from 1
   */
  private void write(String orderId, Writer writer, IntConsumer progress)
      throws ApiException, IOException {
    OrderDetail detail = loader.load(orderId);
    int[] number = {0};
    report.write(
        detail,
        origin(),
        call -> {
          progress.accept(++number[0]);
          return transcript(JsonValues.text(call, "id"));
        },
        writer);
  }

  private JsonNode transcript(String callId) throws ApiException {
    try {
      return loader.transcript(callId);
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused refused
          && MISSING_TRANSCRIPT.contains(refused.problem().status())) {
        return MissingNode.getInstance();
      }
      throw e;
    }
  }

  private OrderReport.Origin origin() {
    TenantClock tenantClock = session.clock();
    return new OrderReport.Origin(
        session.tenantName(),
        session.environment(),
        session.api().base().toString(),
        toSecond(clock.instant()),
        zone.getId(),
        tenantClock.ahead().isZero() ? "" : toSecond(tenantClock.now()),
        session.may(Scope.TRANSCRIPTS_READ),
        session.may(Scope.EVENTS_READ));
  }

  private static String toSecond(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The order of the running or last report. */
  ActionTarget reported() {
    return reported;
  }
}
