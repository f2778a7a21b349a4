package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.message.MessageExt;
import gov.nist.javax.sip.stack.HopImpl;
import java.util.Collections;
import java.util.List;
import java.util.ListIterator;
import javax.sip.SipException;
import javax.sip.SipStack;
import javax.sip.address.Hop;
import javax.sip.address.Router;
import javax.sip.message.Request;
import org.jspecify.annotations.Nullable;

/** Sends each request to the {@link Target} that it carries. The stack creates it. */
public final class AddressRouter implements Router {

  /** The signature that the stack requires. */
  public AddressRouter(SipStack stack, @Nullable String outboundProxy) {}

  @Override
  public @Nullable Hop getOutboundProxy() {
    return null;
  }

  @Override
  @Deprecated
  public ListIterator<Hop> getNextHops(Request request) {
    Hop hop = hop(request);
    return (hop == null ? Collections.<Hop>emptyList() : List.of(hop)).listIterator();
  }

  @Override
  public Hop getNextHop(Request request) throws SipException {
    Hop hop = hop(request);
    if (hop == null) {
      throw new SipException("the request has no target");
    }
    return hop;
  }

  private static @Nullable Hop hop(Request request) {
    return ((MessageExt) request).getApplicationData() instanceof Target target
        ? new HopImpl(target.host(), target.port(), target.transport())
        : null;
  }
}
