package eu.callorders.sipgateway.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.telephony.Briefing;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.PlaceCallDocument;
import java.util.List;

/** What an agent outside of the gateway may know of a call. */
public final class BriefingDocument {
  private static final List<String> MEMBERS =
      List.of("attempt_id", "locale", "agent", "briefing", "disclosure", "transcript");
  private static final List<String> OF_THE_CLAIM =
      List.of("claim", "history", "variables", "negotiation", "notes");

  private BriefingDocument() {}

  /** Telephone numbers are not part of it. */
  public static ObjectNode of(PlaceCall call) {
    return PlaceCallDocument.write(call).retain(MEMBERS);
  }

  /** The same without the claim, for a call in which no identity can be proven. */
  public static ObjectNode withoutClaim(PlaceCall call) {
    ObjectNode document = of(call);
    if (document.get("briefing") instanceof ObjectNode briefing) {
      briefing.remove(OF_THE_CLAIM);
    }
    return document;
  }

  /** Whether the briefing has what the identity is verified by. */
  public static boolean isVerifiable(Briefing briefing) {
    return switch (briefing.verificationMode()) {
      case "name_only" -> true;
      case "date_of_birth" -> briefing.dateOfBirth() != null;
      case "postal_code" -> briefing.postalCode() != null;
      default -> false;
    };
  }
}
