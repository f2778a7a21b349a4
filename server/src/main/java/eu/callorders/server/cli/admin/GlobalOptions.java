package eu.callorders.server.cli.admin;

/** The options before all commands. */
public interface GlobalOptions {
  AdminClient connect();

  boolean asJson();
}
