package eu.callorders.core.window;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The rule for calls to phones of one country, from a day on.
 *
 * @param country ISO 3166-1 alpha-2, or {@link CountryTable#ELSEWHERE}
 * @param version unique per country, from 1
 * @param validFrom the first local day of validity, {@link #ALWAYS} without one
 * @param hours of ordinary days
 * @param onHolidays whether the hours apply on public holidays too; otherwise these permit no calls
 * @param maxDialsPer7Days per person and claim; null: no limit
 * @param maxConversationsPer7Days per person and claim; null: no limit
 * @param basisRequired whether orders must state why the person may be called
 * @param reviewedOn when the rule was last verified
 * @param source its legal source, for people
 */
public record CountryRule(
    String country,
    int version,
    LocalDate validFrom,
    WeeklyHours hours,
    boolean onHolidays,
    @Nullable Integer maxDialsPer7Days,
    @Nullable Integer maxConversationsPer7Days,
    boolean basisRequired,
    LocalDate reviewedOn,
    String source) {

  /** The first day of rules that hold at once, in every time zone and by every test clock. */
  public static final LocalDate ALWAYS = LocalDate.EPOCH;

  /** Its name in stored decisions: {@code DE/1}. */
  public String id() {
    return country + "/" + version;
  }
}
