package eu.callorders.console.ui;

import java.text.MessageFormat;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The texts of one package, {@code texts.properties} beside its classes; falls back to ui's. */
public final class Texts {
  private static final ResourceBundle.Control ENGLISH_FALLBACK =
      ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

  private static final Set<String> TRANSLATED = Set.of("en", "de");

  private static final Pattern NAME = Pattern.compile("\\{([a-z_]+)}");

  private final ResourceBundle bundle;
  private final Locale locale;

  private Texts(ResourceBundle bundle, Locale locale) {
    this.bundle = bundle;
    this.locale = locale;
  }

  /** A title and its detail, which is left out where it is empty or says the same. */
  public static String titled(String title, String detail) {
    return Stream.of(title, detail)
        .filter(text -> !text.isEmpty())
        .distinct()
        .collect(Collectors.joining(": "));
  }

  /**
   * Makes English the language of the process when the texts are not translated into that of the
   * system, so that menus of the toolkit, dates and numbers are in the same language as the texts.
   */
  public static void chooseLanguage() {
    if (!TRANSLATED.contains(Locale.getDefault().getLanguage())) {
      Locale.setDefault(Locale.ENGLISH);
    }
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

  Locale locale() {
    return locale;
  }

  /** The text of that key, formatted by {@link MessageFormat} if there are arguments. */
  public String get(String key, Object... arguments) {
    String pattern = bundle.getString(key);
    return arguments.length == 0 ? pattern : new MessageFormat(pattern, locale).format(arguments);
  }

  /**
   * The text of that key, in which each name in braces, such as {@code {limit}}, is replaced by its
   * value; empty when the text or one of the values is missing.
   */
  public Optional<String> fill(String key, Function<String, Optional<String>> value) {
    if (!bundle.containsKey(key)) {
      return Optional.empty();
    }
    Matcher names = NAME.matcher(bundle.getString(key));
    StringBuilder filled = new StringBuilder();
    while (names.find()) {
      Optional<String> found = value.apply(names.group(1));
      if (found.isEmpty()) {
        return Optional.empty();
      }
      names.appendReplacement(filled, Matcher.quoteReplacement(found.get()));
    }
    return Optional.of(names.appendTail(filled).toString());
  }

  /** The translation of a registry value; unknown values are shown as they are. */
  public String value(String registry, String wireName) {
    String key = registry + "." + wireName;
    return bundle.containsKey(key) ? bundle.getString(key) : wireName.replace('_', ' ');
  }

  /** The translations of those values of a registry that are known here. */
  public List<String> values(String registry, Predicate<String> isValue) {
    String prefix = registry + ".";
    return bundle.keySet().stream()
        .filter(key -> key.startsWith(prefix) && isValue.test(key.substring(prefix.length())))
        .map(bundle::getString)
        .toList();
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
