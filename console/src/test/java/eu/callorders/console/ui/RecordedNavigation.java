package eu.callorders.console.ui;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the links that are followed, in place of a window with all screens. */
public final class RecordedNavigation implements Navigation {
  private final List<Link> links = new CopyOnWriteArrayList<>();

  /** In the order in which they were followed. */
  public List<Link> links() {
    return links;
  }

  @Override
  public void go(Link link) {
    links.add(link);
  }

  @Override
  public Optional<String> missing(Link link) {
    return Optional.empty();
  }
}
