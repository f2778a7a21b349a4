package eu.callorders.sipgateway.sip;

import gov.nist.core.StackLogger;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stack's log. It never logs messages, which hold numbers; its errors are mostly malformed
 * messages of others and appear at level debug. The stack creates it.
 */
public final class StackLog implements StackLogger {
  private static final Logger LOG = LoggerFactory.getLogger("sip-stack");

  @Override
  public void logFatalError(String message) {
    LOG.error("SIP stack failed: {}", message);
  }

  @Override
  public void logError(String message) {
    LOG.debug("{}", message);
  }

  @Override
  public void logError(String message, Exception cause) {
    LOG.debug("{}", message, cause);
  }

  @Override
  public void logException(Throwable cause) {
    LOG.debug("SIP stack exception", cause);
  }

  @Override
  public boolean isLoggingEnabled() {
    return LOG.isDebugEnabled();
  }

  @Override
  public boolean isLoggingEnabled(int level) {
    return LOG.isDebugEnabled() && level <= TRACE_ERROR;
  }

  @Override
  public String getLoggerName() {
    return LOG.getName();
  }

  @Override
  public void logStackTrace() {}

  @Override
  public void logStackTrace(int level) {}

  @Override
  public int getLineCount() {
    return 0;
  }

  @Override
  public void logDebug(String message) {}

  @Override
  public void logDebug(String message, Exception cause) {}

  @Override
  public void logTrace(String message) {}

  @Override
  public void logWarning(String message) {}

  @Override
  public void logInfo(String message) {}

  @Override
  public void disableLogging() {}

  @Override
  public void enableLogging() {}

  @Override
  public void setBuildTimeStamp(String timestamp) {}

  @Override
  public void setStackProperties(Properties properties) {}
}
