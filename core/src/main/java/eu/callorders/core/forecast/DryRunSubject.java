package eu.callorders.core.forecast;

import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** The person for whom an enrollment is imagined. */
public interface DryRunSubject {

  /** Whose calendar and clock count. */
  ZoneId zone();

  /** When the person may be called, whatever the order. */
  CallingWindow window();

  /** The terms of the order of a step, accepted at that instant. */
  OrderTerms terms(int step, Instant acceptedAt);

  /** What countries allow within seven days that end with this one. */
  WeeklyLimits weeklyLimits(LocalDate today);

  /** How many dials a day the tenant allows to one person. */
  int contactsPerDay();
}
