package eu.callorders.sipgateway.call;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberType;
import com.google.i18n.phonenumbers.Phonenumber;
import com.google.i18n.phonenumbers.ShortNumberInfo;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which calls are never placed, whatever the state of the gateway. */
final class PlacementCheck {
  private static final Set<PhoneNumberType> FORBIDDEN =
      EnumSet.of(
          PhoneNumberType.PREMIUM_RATE, PhoneNumberType.SHARED_COST, PhoneNumberType.VOICEMAIL);

  private final SipGatewaySettings settings;

  PlacementCheck(SipGatewaySettings settings) {
    this.settings = settings;
  }

  /** Null: the call may be placed. */
  @Nullable RefusalReason refusal(PlaceCall call) {
    boolean sandbox = call.environment().equals("sandbox");
    if (settings.divert() != null) {
      return sandbox ? null : RefusalReason.DIVERTED;
    }
    if (sandbox || !isDialable(call.to().e164())) {
      return RefusalReason.UNROUTABLE;
    }
    return settings.callerIds().contains(call.from().e164())
        ? null
        : RefusalReason.CALLER_ID_NOT_LISTED;
  }

  private boolean isDialable(String e164) {
    try {
      Phonenumber.PhoneNumber number = PhoneNumberUtil.getInstance().parse(e164, null);
      return settings.countries().contains(Integer.toString(number.getCountryCode()))
          && !isShort(number)
          && !FORBIDDEN.contains(PhoneNumberUtil.getInstance().getNumberType(number));
    } catch (NumberParseException none) {
      return false;
    }
  }

  /** Emergency numbers are short ones behind a calling code. */
  private static boolean isShort(Phonenumber.PhoneNumber number) {
    return ShortNumberInfo.getInstance().isPossibleShortNumber(number)
        && !PhoneNumberUtil.getInstance().isValidNumber(number);
  }
}
