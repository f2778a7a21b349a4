package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.message.SIPRequest;
import gov.nist.javax.sip.stack.MessageChannel;
import gov.nist.javax.sip.stack.SIPMessageValve;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import javax.sip.SipStack;
import javax.sip.message.Response;

/** Drops messages from foreign addresses before they cost a transaction. The stack creates it. */
public final class SourceValve implements SIPMessageValve {
  /** By name of the stack, which is all that a valve learns of its owner. */
  static final Map<String, Predicate<String>> SOURCES = new ConcurrentHashMap<>();

  private String stackName = "";

  @Override
  public void init(SipStack stack) {
    stackName = stack.getStackName();
  }

  @Override
  public boolean processRequest(SIPRequest request, MessageChannel channel) {
    return isKnown(channel);
  }

  @Override
  public boolean processResponse(Response response, MessageChannel channel) {
    return isKnown(channel);
  }

  private boolean isKnown(MessageChannel channel) {
    return SOURCES
        .getOrDefault(stackName, address -> true)
        .test(channel.getPeerPacketSourceAddress().getHostAddress());
  }

  @Override
  public void destroy() {}
}
