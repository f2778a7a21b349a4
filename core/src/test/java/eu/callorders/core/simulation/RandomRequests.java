package eu.callorders.core.simulation;

import eu.callorders.core.order.Scheduling;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Random client requests, often at the edge of what is allowed. */
final class RandomRequests {
  private static final int DAY = 24 * 60;
  private static final Set<DayOfWeek> WORKDAYS =
      EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.SATURDAY);
  private static final Set<DayOfWeek> EVERY_DAY = EnumSet.allOf(DayOfWeek.class);

  private static final int JUST_BEFORE = 8_000;

  private final VirtualScheduler world;

  RandomRequests(VirtualScheduler world) {
    this.world = world;
  }

  RequestedTerms.SchedulingRequest scheduling(Subject subject, Instant now) {
    List<LocalHours> hours = hours(subject);
    Instant notBefore = chance(3) ? randomInstant(subject, hours, now, 5) : null;
    Instant notAfter = chance(3) ? randomInstant(subject, hours, now, 12) : null;
    if (notBefore != null && notAfter != null && !notBefore.isBefore(notAfter)) {
      notAfter = null;
    }
    return new RequestedTerms.SchedulingRequest(
        new Scheduling(
            (int) world.between(1, 6),
            Duration.ofHours(world.between(1, chance(2) ? 4 : 48)),
            world.random.nextBoolean(),
            notBefore,
            notAfter,
            List.of(),
            false),
        hours);
  }

  /** Some hours cover the whole day, so that they include changes of the clock. */
  private List<LocalHours> hours(Subject subject) {
    List<LocalHours> hours = new ArrayList<>();
    hours.add(
        chance(2)
            ? new LocalHours(
                subject.zone(), List.of(new LocalHours.Entry(WORKDAYS, 8 * 60, 20 * 60)))
            : new LocalHours(subject.zone(), List.of(new LocalHours.Entry(EVERY_DAY, 0, DAY))));
    if (chance(2)) {
      hours.add(narrower(subject.zone()));
    }
    if (chance(4)) {
      hours.add(narrower(subject.tenant().zone));
    }
    return hours;
  }

  private LocalHours narrower(ZoneId zone) {
    List<LocalHours.Entry> entries = new ArrayList<>();
    for (int count = 1 + world.random.nextInt(2); count > 0; count--) {
      EnumSet<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
      for (DayOfWeek day : DayOfWeek.values()) {
        if (!chance(3)) {
          days.add(day);
        }
      }
      int from = chance(3) ? (int) world.between(0, 4) * 30 : (int) world.between(8, 38) * 30;
      int to = Math.min(DAY, from + (int) world.between(1, 20) * 30);
      entries.add(new LocalHours.Entry(days, from, to));
    }
    return new LocalHours(zone, entries);
  }

  /** In the days ahead; often within milliseconds of an edge of the hours. */
  private Instant randomInstant(Subject subject, List<LocalHours> hours, Instant now, int days) {
    if (chance(2)) {
      return now.plusMillis(world.random.nextLong(Duration.ofDays(days).toMillis()));
    }
    LocalHours chosen = hours.get(world.random.nextInt(hours.size()));
    LocalHours.Entry entry = chosen.entries().get(world.random.nextInt(chosen.entries().size()));
    int minute = chance(2) ? entry.from() : entry.to();
    LocalDate date = LocalDate.ofInstant(now, subject.zone()).plusDays(world.random.nextInt(days));
    return date.plusDays(minute / DAY)
        .atTime(minute % DAY / 60, minute % 60)
        .atZone(chosen.zone())
        .toInstant()
        .minusMillis(chance(2) ? 0 : world.random.nextInt(JUST_BEFORE));
  }

  private boolean chance(int oneIn) {
    return world.random.nextInt(oneIn) == 0;
  }
}
