package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Writer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.function.IntConsumer;

/** Writes the report of an order to a file, which appears once complete. */
final class ReportFile {
  /** Statuses of a missing or deleted transcript. */
  private static final Set<Integer> MISSING_TRANSCRIPT = Set.of(404, 409, 410);

  private final Session session;
  private final OrderLoader loader;
  private final OrderReport report;
  private final InstantSource clock;
  private final ZoneId zone;

  ReportFile(Session session, OrderReport report, InstantSource clock, ZoneId zone) {
    this.session = session;
    this.loader = new OrderLoader(session);
    this.report = report;
    this.clock = clock;
    this.zone = zone;
  }

  /**
   * Blocks until all transcripts are read.
   *
   * @param progress receives the number of each transcript before it is read, from 1
   */
  Path write(String orderId, Path file, IntConsumer progress) throws ApiException {
    OrderDetail detail = loader.load(orderId);
    Path partial = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (Writer writer = Files.newBufferedWriter(partial)) {
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
      return Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      throw new ApiException(new Failure.Stopped());
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(file.toString()));
    } finally {
      partial.toFile().delete(); // fails harmlessly after the move
    }
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
    return new OrderReport.Origin(
        session.tenantName(),
        session.environment(),
        session.api().base().toString(),
        clock.instant().truncatedTo(ChronoUnit.SECONDS).toString(),
        zone.getId(),
        session.may(Scope.TRANSCRIPTS_READ),
        session.may(Scope.EVENTS_READ));
  }
}
