package eu.callorders.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** A log event whose exception is reduced to what {@link ThrowableRedactor} allows. */
public record RedactedLoggingEvent(ILoggingEvent whole) implements ILoggingEvent {

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    return RedactedThrowable.of(whole.getThrowableProxy());
  }

  @Override
  public String getThreadName() {
    return whole.getThreadName();
  }

  @Override
  public Level getLevel() {
    return whole.getLevel();
  }

  @Override
  public String getMessage() {
    return whole.getMessage();
  }

  @Override
  public Object @Nullable [] getArgumentArray() {
    return whole.getArgumentArray();
  }

  @Override
  public String getFormattedMessage() {
    return whole.getFormattedMessage();
  }

  @Override
  public String getLoggerName() {
    return whole.getLoggerName();
  }

  @Override
  public LoggerContextVO getLoggerContextVO() {
    return whole.getLoggerContextVO();
  }

  @Override
  public StackTraceElement[] getCallerData() {
    return whole.getCallerData();
  }

  @Override
  public boolean hasCallerData() {
    return whole.hasCallerData();
  }

  @Override
  public List<Marker> getMarkerList() {
    return whole.getMarkerList();
  }

  @Override
  public Map<String, String> getMDCPropertyMap() {
    return whole.getMDCPropertyMap();
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated, but abstract
  public Map<String, String> getMdc() {
    return whole.getMDCPropertyMap();
  }

  @Override
  public long getTimeStamp() {
    return whole.getTimeStamp();
  }

  @Override
  public int getNanoseconds() {
    return whole.getNanoseconds();
  }

  @Override
  public Instant getInstant() {
    return whole.getInstant();
  }

  @Override
  public long getSequenceNumber() {
    return whole.getSequenceNumber();
  }

  @Override
  public List<KeyValuePair> getKeyValuePairs() {
    return whole.getKeyValuePairs();
  }

  @Override
  public void prepareForDeferredProcessing() {
    whole.prepareForDeferredProcessing();
  }
}
