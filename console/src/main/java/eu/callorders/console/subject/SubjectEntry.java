package eu.callorders.console.subject;

import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/**
 * A resource that names a person.
 *
 * @param status translated; empty for none
 * @param details more facts; may be empty
 * @param parts such as the calls of an order, newest first
 */
public record SubjectEntry(
    String status,
    StatusBadge.Tone tone,
    String title,
    String details,
    Link link,
    List<SubjectEntry> parts) {
  /** The same with those parts. */
  public SubjectEntry with(List<SubjectEntry> otherParts) {
    return new SubjectEntry(status, tone, title, details, link, otherParts);
  }
}
