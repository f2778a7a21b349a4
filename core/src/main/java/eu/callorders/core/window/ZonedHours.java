package eu.callorders.core.window;

import java.time.ZoneId;

/**
 * Hours of local days in one time zone. An instant is permitted when the clock on the wall and the
 * calendar beside it, both read in that zone at that instant, are: an hour that the zone skips is
 * never permitted, one that it repeats is permitted twice.
 */
public record ZonedHours(ZoneId zone, DayHours hours) {}
