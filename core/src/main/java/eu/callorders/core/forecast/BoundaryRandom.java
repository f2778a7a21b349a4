package eu.callorders.core.forecast;

import java.util.random.RandomGenerator;

/** Chance that always draws the least of what is possible, or always the most. */
public enum BoundaryRandom implements RandomGenerator {
  LEAST,
  MOST;

  /** There is no least of all bits: only bounded numbers are drawn. */
  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("unbounded");
  }

  @Override
  public long nextLong(long bound) {
    return this == LEAST ? 0 : bound - 1;
  }
}
