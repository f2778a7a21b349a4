package eu.callorders.server.worker;

/** Loops that claim work: claiming stops before running work is ended. */
public interface ClaimingLoops extends AutoCloseable {

  /** Stops claiming after the running rounds, without waiting for them. */
  void stopClaims();

  /** Ends the loops within seconds. */
  @Override
  void close();
}
