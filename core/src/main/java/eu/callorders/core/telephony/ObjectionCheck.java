package eu.callorders.core.telephony;

import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether a gateway reports an objection of the subject. An invalid report or event protects the
 * subject all the same: its objection counts, whatever else is wrong with it.
 */
public final class ObjectionCheck {
  private ObjectionCheck() {}

  public static boolean isObjection(GatewayEvent event) {
    return switch (event) {
      case GatewayEvent.Objection _ -> true;
      case GatewayEvent.Report report -> isInReport(report.document());
      default -> false;
    };
  }

  public static boolean hasObjection(Collection<GatewayEvent> events) {
    return events.stream().anyMatch(ObjectionCheck::isObjection);
  }

  public static boolean isObjection(MalformedEvent event) {
    return "call.objection".equals(member(event.item(), "type"))
        || isInReport(member(event.item(), "report"));
  }

  /**
   * By its code or its finding, either of which may lack; only {@code false} denies the finding.
   */
  private static boolean isInReport(@Nullable Object report) {
    Object finding = member(member(report, "findings"), "objection");
    return SummaryCode.OBJECTION_TO_CALLS.wire().equals(member(report, "summary_code"))
        || (finding != null && !finding.equals(false));
  }

  private static @Nullable Object member(@Nullable Object tree, String name) {
    return tree instanceof Map<?, ?> object ? object.get(name) : null;
  }
}
