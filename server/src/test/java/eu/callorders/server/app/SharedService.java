package eu.callorders.server.app;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/** Stops the shared service once all test classes are through, before its database goes. */
final class SharedService implements BeforeAllCallback {
  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getRoot()
        .getStore(Namespace.GLOBAL)
        .computeIfAbsent(SharedService.class, ignored -> RunningService.shared());
  }
}
