package eu.callorders.server.cli.admin;

/** The options before all commands. */
public interface GlobalOptions {
  /** Creates a client of the selected administration. */
  AdminClient connect();

  /** Whether output is JSON. */
  boolean asJson();
}
