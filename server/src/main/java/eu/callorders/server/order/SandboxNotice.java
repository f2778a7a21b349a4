package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import java.util.Optional;
import java.util.function.Predicate;

/** Notice on a sandbox order whose phone digits do not select the outcome. */
public final class SandboxNotice {
  static final String HEADER = "Sandbox-Notice";

  /** For a live environment. */
  public static final SandboxNotice NONE = new SandboxNotice(phone -> true, false);

  private static final String TEXT =
      "A phone number of this order is outside the ranges reserved for fiction, so its digits"
          + " choose no outcome";

  private final Predicate<PhoneNumber> isFictional;
  private final String text;

  /**
   * @param simulated whether the simulator of this process answers the calls
   */
  public SandboxNotice(Predicate<PhoneNumber> isFictional, boolean simulated) {
    this.isFictional = isFictional;
    this.text =
        simulated
            ? TEXT + ": its calls are answered with no_outcome, unless simulate says otherwise."
            : TEXT + ".";
  }

  /** Empty if every phone is in a range reserved for fiction. */
  public Optional<String> forOrder(CallOrder order) {
    return order.phones().stream().allMatch(isFictional) ? Optional.empty() : Optional.of(text);
  }
}
