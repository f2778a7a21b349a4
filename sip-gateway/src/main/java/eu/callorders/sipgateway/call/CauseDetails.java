package eu.callorders.sipgateway.call;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words for the network's codes. */
final class CauseDetails {
  private static final Map<Integer, String> Q850 =
      Map.ofEntries(
          Map.entry(1, "unallocated number"),
          Map.entry(2, "no route to transit network"),
          Map.entry(3, "no route to destination"),
          Map.entry(17, "user busy"),
          Map.entry(18, "no user responding"),
          Map.entry(19, "no answer from user"),
          Map.entry(20, "subscriber absent"),
          Map.entry(21, "call rejected"),
          Map.entry(22, "number changed"),
          Map.entry(23, "redirected to new destination"),
          Map.entry(27, "destination out of order"),
          Map.entry(28, "invalid number format"),
          Map.entry(34, "no circuit available"),
          Map.entry(38, "network out of order"),
          Map.entry(41, "temporary failure"),
          Map.entry(42, "switching equipment congestion"),
          Map.entry(44, "requested circuit not available"),
          Map.entry(47, "resource unavailable"));

  private static final Map<Integer, String> SIP =
      Map.ofEntries(
          Map.entry(401, "unauthorized"),
          Map.entry(402, "payment required"),
          Map.entry(403, "forbidden"),
          Map.entry(404, "not found"),
          Map.entry(407, "proxy authentication required"),
          Map.entry(408, "request timeout"),
          Map.entry(410, "gone"),
          Map.entry(480, "temporarily unavailable"),
          Map.entry(484, "address incomplete"),
          Map.entry(485, "ambiguous"),
          Map.entry(486, "busy here"),
          Map.entry(487, "request terminated"),
          Map.entry(488, "not acceptable here"),
          Map.entry(500, "server internal error"),
          Map.entry(502, "bad gateway"),
          Map.entry(503, "service unavailable"),
          Map.entry(504, "server timeout"),
          Map.entry(600, "busy everywhere"),
          Map.entry(603, "decline"),
          Map.entry(604, "does not exist anywhere"),
          Map.entry(607, "unwanted"));

  private CauseDetails() {}

  /** The cause of the telephone network if it is known, else the meaning of the status. */
  static String of(int status, @Nullable Integer q850) {
    String cause = q850 == null ? null : Q850.get(q850);
    return cause != null ? cause : SIP.getOrDefault(status, "SIP status " + status);
  }
}
