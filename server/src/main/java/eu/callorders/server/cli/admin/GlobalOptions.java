package eu.callorders.server.cli.admin;

/** What the options before all commands decide. */
public interface GlobalOptions {
  /** Connects to the administration that is meant. */
  AdminClient connect();

  /** Whether answers are shown as JSON, for programs. */
  boolean asJson();
}
