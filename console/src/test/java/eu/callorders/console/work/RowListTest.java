package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the list with a naive implementation. */
@Tag("long")
class RowListTest {
  private static final int ROWS = 100_000;
  private static final int MOVES = 120;
  private static final int BATCH = 100;

  private static final Comparator<Line> BY_AGE = Comparator.comparingInt(Line::age);

  private record Line(String id, int age) {}

  private final Random random = new Random(20261120);
  private final RowList<Line> rows = new RowList<>(Line::id);
  private final List<Line> model = new ArrayList<>();
  private final List<Line> observed = new ArrayList<>();
  private int changes;
  private int created;

  private Line newLine() {
    return new Line("line-" + created++, 0);
  }

  private List<Line> newLines(int count) {
    return Stream.generate(this::newLine).limit(count).toList();
  }

  /** Some known rows and an unknown one. */
  private List<Line> sample() {
    List<Line> sample = new ArrayList<>();
    sample.add(new Line("unknown", 1));
    for (int i = random.nextInt(BATCH); i > 0 && !model.isEmpty(); i--) {
      Line line = model.get(random.nextInt(model.size()));
      sample.add(new Line(line.id(), random.nextInt(MOVES)));
    }
    return sample;
  }

  private void listen() {
    rows.addListener(
        (ListChangeListener<Line>)
            change -> {
              changes++;
              while (change.next()) {
                if (change.wasUpdated()) {
                  for (int i = change.getFrom(); i < change.getTo(); i++) {
                    observed.set(i, change.getList().get(i));
                  }
                } else {
                  observed
                      .subList(change.getFrom(), change.getFrom() + change.getRemovedSize())
                      .clear();
                  observed.addAll(change.getFrom(), change.getAddedSubList());
                }
              }
            });
  }

  private int position(String id) {
    return IntStream.range(0, model.size())
        .filter(i -> model.get(i).id().equals(id))
        .findFirst()
        .orElse(-1);
  }

  private boolean isKnown(Line line) {
    return position(line.id()) >= 0;
  }

  private void append() {
    List<Line> lines = new ArrayList<>(newLines(random.nextInt(BATCH)));
    lines.addAll(sample().stream().filter(this::isKnown).toList());
    rows.append(lines);
    lines.stream().filter(line -> !isKnown(line)).forEach(model::add);
  }

  private void prepend() {
    List<Line> lines = new ArrayList<>(newLines(random.nextInt(BATCH)));
    lines.addAll(sample().stream().filter(this::isKnown).toList());
    rows.prepend(lines);
    lines.stream().filter(line -> !isKnown(line)).forEach(model::addFirst);
  }

  private void update() {
    List<Line> lines = sample();
    rows.update(lines);
    for (Line line : lines) {
      int position = position(line.id());
      if (position >= 0) {
        model.set(position, line);
      }
    }
  }

  private void remove() {
    String id = model.get(random.nextInt(model.size())).id();
    rows.removeAll(List.of("unknown", id));
    model.remove(position(id));
  }

  private void shorten() {
    int limit = model.size() - random.nextInt(BATCH);
    rows.truncate(limit);
    model.subList(limit, model.size()).clear();
  }

  @Test
  void behavesLikeTheNaiveImplementation() {
    listen();
    List<Line> all = newLines(ROWS);
    rows.replaceRows(all);
    model.addAll(all);
    List<Runnable> moves =
        List.of(this::append, this::prepend, this::update, this::remove, this::shorten);
    for (int move = 0; move < MOVES; move++) {
      int before = changes;
      moves.get(random.nextInt(moves.size())).run();
      assertThat(changes - before).as("changes of move %d", move).isLessThanOrEqualTo(1);
      Line any = model.get(random.nextInt(model.size()));
      assertThat(rows.get(rows.find(any.id()))).isEqualTo(any);
    }
    assertThat(rows).isEqualTo(model);
    assertThat(observed).isEqualTo(model);
    assertThat(rows.find("unknown")).isNegative();
    IntStream.range(0, model.size())
        .forEach(i -> assertThat(rows.find(model.get(i).id())).isEqualTo(i));
  }

  @Test
  void replacesAllRows() {
    listen();
    rows.replaceRows(newLines(3));
    rows.prepend(newLines(2));
    List<Line> others = newLines(2);
    rows.replaceRows(others);
    assertThat(rows).isEqualTo(others);
    assertThat(observed).isEqualTo(others);
    assertThat(rows.find("line-0")).isNegative();
    rows.replaceRows(List.of());
    assertThat(rows).isEmpty();
    assertThat(observed).isEmpty();
  }

  @Test
  void firesNothingWithoutChanges() {
    List<Line> lines = newLines(3);
    rows.replaceRows(lines);
    listen();
    rows.append(lines);
    rows.prepend(lines);
    rows.update(lines);
    rows.insert(lines, BY_AGE);
    rows.removeAll(List.of("unknown"));
    assertThat(changes).isZero();
  }

  @Test
  void insertsEachRowAtItsPlace() {
    listen();
    for (int batch = 0; batch < MOVES; batch++) {
      List<Line> lines =
          Stream.generate(() -> new Line("line-" + created++, random.nextInt(ROWS)))
              .limit(BATCH)
              .toList();
      rows.insert(lines, BY_AGE);
      model.addAll(lines);
    }
    assertThat(changes).isEqualTo(MOVES * BATCH);
    assertThat(rows).isSortedAccordingTo(BY_AGE).containsExactlyInAnyOrderElementsOf(model);
    assertThat(observed).isEqualTo(rows);
    IntStream.range(0, rows.size())
        .forEach(i -> assertThat(rows.find(rows.get(i).id())).isEqualTo(i));
  }

  @Test
  void insertsAnyNumberOfRowsBetweenTwo() {
    rows.replaceRows(List.of(new Line("first", 0), new Line("last", ROWS)));
    for (int age = 1; age < BATCH; age++) {
      rows.insert(List.of(new Line("line-" + age, age)), BY_AGE);
    }
    assertThat(rows).isSortedAccordingTo(BY_AGE).hasSize(BATCH + 1);
    IntStream.range(0, rows.size())
        .forEach(i -> assertThat(rows.find(rows.get(i).id())).isEqualTo(i));
  }

  /** Each visit of a row asks for its identifier. */
  @Test
  void visitsOnlyAffectedRows() {
    AtomicInteger visits = new AtomicInteger();
    RowList<Line> counted =
        new RowList<>(
            line -> {
              visits.incrementAndGet();
              return line.id();
            });
    List<Line> lines =
        IntStream.range(0, ROWS).mapToObj(i -> new Line("line-" + i, 2 * i)).toList();
    counted.replaceRows(lines);
    visits.set(0);
    List<Line> middle = lines.subList(ROWS / 2, ROWS / 2 + BATCH);
    counted.removeAll(middle.stream().map(Line::id).toList());
    counted.insert(middle, BY_AGE);
    assertThat(visits.get()).isLessThan(10 * BATCH);
    assertThat(counted).isEqualTo(lines);
    assertThat(counted.find("line-" + (ROWS - 1))).isEqualTo(ROWS - 1);
  }
}
