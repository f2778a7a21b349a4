package eu.callorders.core.window;

import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * What holds for calls to the numbers of one country, from a day on.
 *
 * @param country ISO 3166-1 alpha-2, or {@link CountryTable#ELSEWHERE}
 * @param version tells the rows of a country apart, from 1
 * @param validFrom the first local day on which the row holds
 * @param hours of ordinary days
 * @param onHolidays whether the hours hold on public holidays too; otherwise these are barred
 * @param maxDialsPer7Days of one person about one claim; null: no such limit
 * @param maxConversationsPer7Days of one person about one claim; null: no such limit
 * @param reviewedOn when somebody last looked whether the row is right
 * @param source where it comes from, for people
 */
public record CountryRule(
    String country,
    int version,
    LocalDate validFrom,
    WeeklyHours hours,
    boolean onHolidays,
    @Nullable Integer maxDialsPer7Days,
    @Nullable Integer maxConversationsPer7Days,
    LocalDate reviewedOn,
    String source) {

  /** Names the row in stored decisions: {@code DE/1}. */
  public String id() {
    return country + "/" + version;
  }
}
