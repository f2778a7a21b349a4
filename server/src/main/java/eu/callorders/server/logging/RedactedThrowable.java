package eu.callorders.server.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A logged exception and its causes, reduced to what {@link ThrowableRedactor} allows. */
record RedactedThrowable(IThrowableProxy whole) implements IThrowableProxy {

  static @Nullable IThrowableProxy of(@Nullable IThrowableProxy whole) {
    return whole == null ? null : new RedactedThrowable(whole);
  }

  @Override
  public @Nullable String getMessage() {
    return whole instanceof ThrowableProxy known
        ? ThrowableRedactor.of(known.getThrowable())
        : null;
  }

  @Override
  public @Nullable String getOverridingMessage() {
    return null;
  }

  @Override
  public String getClassName() {
    return whole.getClassName();
  }

  @Override
  public StackTraceElementProxy[] getStackTraceElementProxyArray() {
    return whole.getStackTraceElementProxyArray();
  }

  @Override
  public int getCommonFrames() {
    return whole.getCommonFrames();
  }

  @Override
  public @Nullable IThrowableProxy getCause() {
    return of(whole.getCause());
  }

  @Override
  public IThrowableProxy[] getSuppressed() {
    return Arrays.stream(whole.getSuppressed())
        .map(RedactedThrowable::new)
        .toArray(IThrowableProxy[]::new);
  }

  @Override
  public boolean isCyclic() {
    return whole.isCyclic();
  }
}
