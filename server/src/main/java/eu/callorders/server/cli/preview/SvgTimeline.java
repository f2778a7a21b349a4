package eu.callorders.server.cli.preview;

import eu.callorders.core.forecast.DryRunStep;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Renders a forecast as an SVG timeline: a bar per step, from its earliest to its latest instant.
 */
final class SvgTimeline {
  private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMM", Locale.ENGLISH);
  private static final int LEFT = 190;
  private static final int WIDTH = 920;
  private static final int RIGHT = 30;
  private static final int TOP = 84;
  private static final int LINE = 40;
  private static final int BOTTOM = 56;
  private static final int MAX_LABELS = 14;
  private static final String STYLE =
      """
      <style>
        text { font: 12px system-ui, sans-serif; fill: #1f2933; }
        .title { font-size: 16px; font-weight: 600; }
        .quiet { fill: #52606d; }
        .paper { fill: #ffffff; }
        .closed { fill: #eceff3; }
        .tick { stroke: #cbd2d9; }
        .wait { fill: #bcd4ee; }
        .calls { fill: #f6d9b8; }
        .drawn-wait { fill: #2f6fb2; }
        .drawn-calls { fill: #d98324; }
        .dial { fill: #8a3d00; }
      </style>
      """;

  private final Forecast forecast;
  private final ZoneId zone;
  private final Instant from;
  private final Duration span;
  private final int height;
  private final StringBuilder svg = new StringBuilder();

  private SvgTimeline(Forecast forecast) {
    this.forecast = forecast;
    this.zone = forecast.subject().zone();
    this.from = midnight(day(forecast.from()));
    this.span = Duration.between(from, midnight(day(forecast.latest().endedAt()).plusDays(1)));
    this.height = TOP + LINE * forecast.steps().size() + BOTTOM;
  }

  static String of(Forecast forecast, String subject) {
    return new SvgTimeline(forecast).render(subject);
  }

  private String render(String subject) {
    int width = LEFT + WIDTH + RIGHT;
    add(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " role=\"img\">",
            width,
            height,
            width));
    svg.append("<title>").append(escape(forecast.title())).append("</title>\n").append(STYLE);
    add(
        String.format(
            Locale.ROOT, "<rect class=\"paper\" width=\"%d\" height=\"%d\"/>", width, height));
    text("title", 16, 26, forecast.title());
    text(
        "quiet", 16, 46, "Enrolled " + TextTimeline.minute(forecast.from(), zone) + ", " + subject);
    forecast.closed().forEach(this::closedDay);
    axis();
    for (int step = 0; step < forecast.steps().size(); step++) {
      step(step, TOP + step * LINE);
    }
    legend();
    return svg.append("</svg>\n").toString();
  }

  private void closedDay(LocalDate day, String reason) {
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"closed\" x=\"%.1f\" y=\"%d\" width=\"%.1f\""
                + " height=\"%d\"><title>%s</title></rect>",
            x(midnight(day)),
            TOP,
            x(midnight(day.plusDays(1))) - x(midnight(day)),
            height - TOP - BOTTOM,
            escape((day + " " + reason).strip())));
  }

  private void axis() {
    long days = span.toDays() + 1;
    long every = (days + MAX_LABELS - 1) / MAX_LABELS;
    for (LocalDate day = day(from); x(midnight(day)) <= LEFT + WIDTH; day = day.plusDays(every)) {
      double x = x(midnight(day));
      add(
          String.format(
              Locale.ROOT,
              "<line class=\"tick\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>",
              x,
              x,
              TOP - 6,
              height - BOTTOM));
      text("quiet", x + 3, TOP - 10, DAY.format(day));
    }
  }

  private void step(int step, int y) {
    text("", 16, y + 25, forecast.steps().path(step).path("id").asText());
    List<DryRunStep> steps =
        Stream.of(forecast.earliest(), forecast.latest(), forecast.drawn())
            .flatMap(path -> TimelineRows.step(path, step).stream())
            .toList();
    if (steps.isEmpty()) {
      return;
    }
    String kind = steps.getFirst() instanceof DryRunStep.Waiting ? "wait" : "calls";
    Instant begins =
        steps.stream().map(DryRunStep::startedAt).min(Instant::compareTo).orElseThrow();
    Instant ends = steps.stream().map(DryRunStep::endedAt).max(Instant::compareTo).orElseThrow();
    bar(kind, begins, ends, y + 8, 24);
    Optional<DryRunStep> drawn = TimelineRows.step(forecast.drawn(), step);
    drawn.ifPresent(
        dryRunStep ->
            bar("drawn-" + kind, dryRunStep.startedAt(), dryRunStep.endedAt(), y + 17, 6));
    drawn.stream()
        .flatMap(dryRunStep -> TimelineRows.dials(dryRunStep).stream())
        .forEach(dial -> dial(dial, y + 20));
  }

  private void bar(String kind, Instant begins, Instant ends, int y, int thickness) {
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\""
                + " rx=\"3\"><title>%s</title></rect>",
            kind,
            x(begins),
            y,
            Math.max(2, x(ends) - x(begins)),
            thickness,
            TextTimeline.minute(begins, zone) + " to " + TextTimeline.minute(ends, zone)));
  }

  private void dial(DryRunStep.Dial dial, int y) {
    add(
        String.format(
            Locale.ROOT,
            "<circle class=\"dial\" cx=\"%.1f\" cy=\"%d\" r=\"4.5\"><title>%s</title></circle>",
            x(dial.at()),
            y,
            TextTimeline.minute(dial.at(), zone)));
  }

  private void legend() {
    int y = height - 22;
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"wait\" x=\"16\" y=\"%d\" width=\"22\" height=\"12\" rx=\"3\"/>",
            y - 10));
    text("quiet", 44, y, "wait");
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"calls\" x=\"92\" y=\"%d\" width=\"22\" height=\"12\" rx=\"3\"/>",
            y - 10));
    text("quiet", 120, y, "order, from the earliest to the latest");
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"drawn-wait\" x=\"350\" y=\"%d\" width=\"22\" height=\"6\" rx=\"3\"/>",
            y - 7));
    text("quiet", 378, y, "with seed " + forecast.seed() + ", no call is answered");
    add(
        String.format(
            Locale.ROOT, "<circle class=\"dial\" cx=\"620\" cy=\"%d\" r=\"4.5\"/>", y - 4));
    text("quiet", 630, y, "dial");
    add(
        String.format(
            Locale.ROOT,
            "<rect class=\"closed\" x=\"676\" y=\"%d\" width=\"22\" height=\"12\"/>",
            y - 10));
    text("quiet", 704, y, "no calls on that day");
  }

  private void text(String kind, double x, int y, String content) {
    add(
        String.format(
            Locale.ROOT,
            "<text class=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>",
            kind,
            x,
            y,
            escape(content)));
  }

  private void add(String element) {
    svg.append(element).append('\n');
  }

  private double x(Instant instant) {
    return LEFT + (double) WIDTH * Duration.between(from, instant).toMillis() / span.toMillis();
  }

  private LocalDate day(Instant instant) {
    return LocalDate.ofInstant(instant, zone);
  }

  private Instant midnight(LocalDate day) {
    return day.atStartOfDay(zone).toInstant();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
