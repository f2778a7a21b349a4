package eu.callorders.core.forecast;

import java.util.random.RandomGenerator;

/** Returns always the least or always the greatest possible number. */
public enum BoundaryRandom implements RandomGenerator {
  MIN,
  MAX;

  /** Only bounded numbers have a least and a greatest value. */
  @Override
  public long nextLong() {
    throw new UnsupportedOperationException("unbounded");
  }

  @Override
  public long nextLong(long bound) {
    return this == MIN ? 0 : bound - 1;
  }
}
