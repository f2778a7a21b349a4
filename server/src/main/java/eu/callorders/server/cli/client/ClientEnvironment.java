package eu.callorders.server.cli.client;

import java.nio.file.Path;
import java.util.Map;

/** What the commands of clients read of their process. */
public interface ClientEnvironment {
  Map<String, String> variables();

  /** The service's data directory, which may hold credentials of the demo tenant. */
  Path dataDirectory();
}
