package eu.callorders.gatewaykit;

import eu.callorders.core.id.IdKind;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** What the protocol requires of a member, beyond the type of its record component. */
final class Bound {
  private Bound() {}

  /** 1 to {@code max} characters that the database can store unchanged. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Text {
    int max();

    /** Replaces characters that the database cannot store by U+FFFD instead of refusing them. */
    boolean sanitized() default false;
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Matching {
    String pattern();

    String fault();
  }

  /** An integer, or the milliseconds or seconds of a duration. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Range {
    long min() default 0;

    long max();
  }

  /** A public identifier instead of a plain UUID. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface PublicId {
    IdKind value();
  }

  /** Whole seconds instead of milliseconds; rounded up, so that no retry comes early. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Seconds {}
}
