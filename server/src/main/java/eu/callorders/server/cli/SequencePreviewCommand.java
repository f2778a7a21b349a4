package eu.callorders.server.cli;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.StatutoryWindows;
import eu.callorders.server.cli.preview.SequencePreview;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.JollydayHolidays;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * {@code sequence preview}: simulates a sequence for one sample subject. Places no calls and needs
 * no database.
 */
@Command(
    name = "preview",
    description = {
      "Shows when a sequence would wait and call for one sample person: the earliest, the"
          + " latest, and one random run.",
      "FILE holds the JSON body that would create the sequence, or a version of it.",
      "Hours of countries are those of the release, without an operator's changes."
    })
final class SequencePreviewCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "The JSON file.")
  private @Nullable Path file;

  @Option(
      names = "--from",
      paramLabel = "INSTANT",
      converter = InstantConverter.class,
      description = "Time of the enrollment, such as 2026-12-18T16:00:00+01:00; default: now.")
  private Instant from = InstantSource.system().instant();

  @Option(
      names = "--timezone",
      paramLabel = "ZONE",
      converter = ZoneConverter.class,
      description = "Time zone of the person; default: Europe/Berlin.")
  private ZoneId zone = TenantDefaults.TIMEZONE;

  @Option(
      names = "--phone",
      paramLabel = "NUMBER",
      defaultValue = "+493023125000",
      description = "Phone of the person; it determines hours and holidays (${DEFAULT-VALUE}).")
  private String phone = "";

  @Option(
      names = "--contacts-per-day",
      paramLabel = "N",
      defaultValue = "1",
      description = "Dials per person and day that the tenant allows (${DEFAULT-VALUE}).")
  private int contactsPerDay;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of the random run (${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--svg", paramLabel = "FILE", description = "Also writes a timeline as SVG.")
  private @Nullable Path svg;

  @Override
  public Integer call() throws IOException {
    byte[] body = Files.readAllBytes(Objects.requireNonNull(file));
    List<FieldError> faults = faults(body);
    if (!faults.isEmpty()) {
      PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
      faults.forEach(
          fault -> err.println(fault.pointer() + " " + fault.code() + ": " + fault.message()));
      err.flush();
      return CommandLine.FAILED;
    }
    StatutoryWindows windows = new StatutoryWindows(CountryTable.builtIn(), new JollydayHolidays());
    SequencePreview preview =
        SequencePreview.of(
            body,
            windows,
            new SequencePreview.Request(from, zone, new PhoneNumber(phone), contactsPerDay, seed));
    PrintWriter out = CommandLine.out(spec);
    out.print(preview.table());
    out.flush();
    if (svg != null) {
      Files.writeString(svg, preview.svg());
    }
    return CommandLine.SUCCESS;
  }

  private static List<FieldError> faults(byte[] body) {
    try {
      return SequencePreview.faults(body);
    } catch (ProblemException refusal) {
      return List.of(
          FieldError.body("", refusal.problem().code().wire(), refusal.problem().detail()));
    }
  }

  /** Requires an offset. */
  static final class InstantConverter implements ITypeConverter<Instant> {
    @Override
    public Instant convert(String text) {
      try {
        return Timestamps.parse(text);
      } catch (DateTimeException e) {
        throw new TypeConversionException(
            "'" + text + "' is not a date-time with an offset, such as 2026-12-18T16:00:00+01:00");
      }
    }
  }

  static final class ZoneConverter implements ITypeConverter<ZoneId> {
    @Override
    public ZoneId convert(String text) {
      try {
        return ZoneId.of(text);
      } catch (DateTimeException e) {
        throw new TypeConversionException("'" + text + "' is not a time zone");
      }
    }
  }
}
