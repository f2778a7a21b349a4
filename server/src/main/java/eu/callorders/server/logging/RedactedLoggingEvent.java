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
public record RedactedLoggingEvent(ILoggingEvent original) implements ILoggingEvent {

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    return RedactedThrowable.of(original.getThrowableProxy());
  }

  @Override
  public String getThreadName() {
    return original.getThreadName();
  }

  @Override
  public Level getLevel() {
    return original.getLevel();
  }

  @Override
  public String getMessage() {
    return original.getMessage();
  }

  @Override
  public Object @Nullable [] getArgumentArray() {
    return original.getArgumentArray();
  }

  @Override
  public String getFormattedMessage() {
    return original.getFormattedMessage();
  }

  @Override
  public String getLoggerName() {
    return original.getLoggerName();
  }

  @Override
  public LoggerContextVO getLoggerContextVO() {
    return original.getLoggerContextVO();
  }

  @Override
  public StackTraceElement[] getCallerData() {
    return original.getCallerData();
  }

  @Override
  public boolean hasCallerData() {
    return original.hasCallerData();
  }

  @Override
  public List<Marker> getMarkerList() {
    return original.getMarkerList();
  }

  @Override
  public Map<String, String> getMDCPropertyMap() {
    return original.getMDCPropertyMap();
  }

  @Override
  @SuppressWarnings("deprecation") // deprecated, but abstract
  public Map<String, String> getMdc() {
    return original.getMDCPropertyMap();
  }

  @Override
  public long getTimeStamp() {
    return original.getTimeStamp();
  }

  @Override
  public int getNanoseconds() {
    return original.getNanoseconds();
  }

  @Override
  public Instant getInstant() {
    return original.getInstant();
  }

  @Override
  public long getSequenceNumber() {
    return original.getSequenceNumber();
  }

  @Override
  public List<KeyValuePair> getKeyValuePairs() {
    return original.getKeyValuePairs();
  }

  @Override
  public void prepareForDeferredProcessing() {
    original.prepareForDeferredProcessing();
  }
}
