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

/** Reads an order with all that belongs to it into a file, which appears when it is complete. */
final class ReportFile {
  /** Answers that a transcript is not there, or no longer. */
  private static final Set<Integer> ABSENT = Set.of(404, 409, 410);

  private final Session session;
  private final OrderLoader reading;
  private final OrderReport report;
  private final InstantSource clock;
  private final ZoneId zone;

  ReportFile(Session session, OrderReport report, InstantSource clock, ZoneId zone) {
    this.session = session;
    this.reading = new OrderLoader(session);
    this.report = report;
    this.clock = clock;
    this.zone = zone;
  }

  /**
   * Takes as long as the transcripts do.
   *
   * @param transcript hears which transcript is being read, the first is 1
   */
  Path write(String orderId, Path file, IntConsumer transcript) throws ApiException {
    OrderDetail detail = reading.read(orderId);
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      try (Writer writer = Files.newBufferedWriter(part)) {
        int[] number = {0};
        report.write(
            detail,
            origin(),
            call -> {
              transcript.accept(++number[0]);
              return transcript(JsonValues.text(call, "id"));
            },
            writer);
      }
      return Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (InterruptedIOException | ClosedByInterruptException e) {
      throw new ApiException(new Failure.Stopped());
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(file.toString()));
    } finally {
      part.toFile().delete(); // of no matter when it has been moved
    }
  }

  private JsonNode transcript(String callId) throws ApiException {
    try {
      return reading.transcript(callId);
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused no && ABSENT.contains(no.problem().status())) {
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
