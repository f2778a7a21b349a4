package eu.callorders.server.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import ch.qos.logback.classic.spi.ThrowableProxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A logged exception and its causes, reduced to what {@link ThrowableRedactor} allows. */
record RedactedThrowable(IThrowableProxy original) implements IThrowableProxy {

  static @Nullable IThrowableProxy of(@Nullable IThrowableProxy whole) {
    return whole == null ? null : new RedactedThrowable(whole);
  }

  @Override
  public @Nullable String getMessage() {
    return original instanceof ThrowableProxy known
        ? ThrowableRedactor.message(known.getThrowable())
        : null;
  }

  @Override
  public @Nullable String getOverridingMessage() {
    return null;
  }

  @Override
  public String getClassName() {
    return original.getClassName();
  }

  @Override
  public StackTraceElementProxy[] getStackTraceElementProxyArray() {
    return original.getStackTraceElementProxyArray();
  }

  @Override
  public int getCommonFrames() {
    return original.getCommonFrames();
  }

  @Override
  public @Nullable IThrowableProxy getCause() {
    return of(original.getCause());
  }

  @Override
  public IThrowableProxy[] getSuppressed() {
    return Arrays.stream(original.getSuppressed())
        .map(RedactedThrowable::new)
        .toArray(IThrowableProxy[]::new);
  }

  @Override
  public boolean isCyclic() {
    return original.isCyclic();
  }
}
