package eu.callorders.sipgateway.sip;

import gov.nist.core.ServerLogger;
import gov.nist.javax.sip.message.SIPMessage;
import java.util.Properties;
import javax.sip.SipStack;

/** Logs no message: they hold telephone numbers. The stack creates it. */
public final class NoMessageLog implements ServerLogger {

  @Override
  public void closeLogFile() {}

  @Override
  public void logMessage(SIPMessage message, String from, String to, boolean sender, long time) {}

  @Override
  public void logMessage(
      SIPMessage message, String from, String to, String status, boolean sender, long time) {}

  @Override
  public void logMessage(
      SIPMessage message, String from, String to, String status, boolean sender) {}

  @Override
  public void logException(Exception cause) {}

  @Override
  public void setStackProperties(Properties properties) {}

  @Override
  public void setSipStack(SipStack stack) {}
}
