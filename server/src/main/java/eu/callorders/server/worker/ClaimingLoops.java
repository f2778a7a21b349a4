package eu.callorders.server.worker;

/** Loops that claim work: they stop before the node ends what it has begun. */
public interface ClaimingLoops extends AutoCloseable {

  /** Nothing more is claimed after the rounds that are running. Does not wait for them. */
  void stopClaims();

  /** Ends the loops within seconds. */
  @Override
  void close();
}
