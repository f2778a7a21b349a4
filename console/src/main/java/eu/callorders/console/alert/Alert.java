package eu.callorders.console.alert;

import eu.callorders.console.ui.Link;

/**
 * What needs the attention of an operator while it lasts.
 *
 * @param cause what causes it; one alert has it at a time
 * @param kind the text {@code alert.KIND}
 * @param subject the argument of the text
 * @param count how often it has occurred
 * @param latest when it occurred last, as the service says; empty if it does not say it
 * @param since when it began, as the service says; empty if it does not say it
 * @param link to the cause
 */
record Alert(
    String cause, String kind, String subject, int count, String latest, String since, Link link) {
  /** One that occurs once, and whose beginning is when it is read first. */
  static Alert of(String cause, String kind, String subject, Link link) {
    return new Alert(cause, kind, subject, 1, "", "", link);
  }
}
