package eu.callorders.core.forecast;

import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** The imagined subject of a dry run, with the limits that apply. */
public interface DryRunSubject {

  /** Whose calendar and clock count. */
  ZoneId zone();

  /** When the subject may be called, whatever the order. */
  CallingWindow window();

  /** The terms of the order of a step, accepted at that instant. */
  OrderTerms terms(int step, Instant acceptedAt);

  /** The limits of countries in the seven days that end today. */
  WeeklyLimits weeklyLimits(LocalDate today);

  /** The tenant's limit of dials per subject and day. */
  int contactsPerDay();
}
