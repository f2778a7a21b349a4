package eu.callorders.console.chart;

import java.util.List;

/** A time axis with steps in their order; positions are from 0 to 1. */
public interface TimeAxis {
  record Tick(double position, String label) {}

  /** The number of steps. */
  int size();

  double start(int step);

  /** Equal to {@link #start} for a step without length. */
  double end(int step);

  /** Whether a line goes on from the step before. */
  boolean isContinued(int step);

  /** The ticks, oldest first, at a round distance. */
  List<Tick> ticks(int limit);

  /** Where a day begins within the axis; empty if each step is a day. */
  List<Double> midnights();

  /** The time of a step, in words. */
  String name(int step);
}
