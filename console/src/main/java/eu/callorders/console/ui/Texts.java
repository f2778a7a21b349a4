package eu.callorders.console.ui;

import java.text.MessageFormat;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The texts of one package, {@code texts.properties} beside its classes; falls back to ui's. */
public final class Texts {
  private static final ResourceBundle.Control ENGLISH_FALLBACK =
      ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

  private final ResourceBundle bundle;
  private final Locale locale;

  private Texts(ResourceBundle bundle, Locale locale) {
    this.bundle = bundle;
    this.locale = locale;
  }

  /** The texts of the package of that class, in the operator's language. */
  public static Texts of(Class<?> anchor) {
    return of(anchor, Locale.getDefault());
  }

  static Texts of(Class<?> anchor, Locale locale) {
    return new Texts(new Chain(named(anchor, locale), named(Texts.class, locale)), locale);
  }

  private static ResourceBundle named(Class<?> anchor, Locale locale) {
    return ResourceBundle.getBundle(
        anchor.getPackageName() + ".texts", locale, anchor.getClassLoader(), ENGLISH_FALLBACK);
  }

  public ResourceBundle bundle() {
    return bundle;
  }

  /** The text of that key, formatted by {@link MessageFormat} if there are arguments. */
  public String get(String key, Object... arguments) {
    String pattern = bundle.getString(key);
    return arguments.length == 0 ? pattern : new MessageFormat(pattern, locale).format(arguments);
  }

  /** The translation of a registry value; unknown values are shown as they are. */
  public String value(String registry, String wireName) {
    String key = registry + "." + wireName;
    return bundle.containsKey(key) ? bundle.getString(key) : wireName.replace('_', ' ');
  }

  private static final class Chain extends ResourceBundle {
    private final ResourceBundle own;

    private Chain(ResourceBundle own, ResourceBundle common) {
      this.own = own;
      setParent(common);
    }

    @Override
    protected @Nullable Object handleGetObject(String key) {
      return own.containsKey(key) ? own.getObject(key) : null;
    }

    @Override
    public Enumeration<String> getKeys() {
      Set<String> keys = new LinkedHashSet<>(own.keySet());
      keys.addAll(parent.keySet());
      return Collections.enumeration(keys);
    }
  }
}
