package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javafx.collections.ListChangeListener;
import org.junit.jupiter.api.Test;

/** Held against a list that does everything the long way. */
class RowListTest {
  private static final int ROWS = 100_000;
  private static final int MOVES = 120;
  private static final int BATCH = 100;

  private record Line(String id, int age) {}

  private final Random random = new Random(20261120);
  private final RowList<Line> rows = new RowList<>(Line::id);
  private final List<Line> model = new ArrayList<>();
  private final List<Line> told = new ArrayList<>();
  private int changes;
  private int made;

  private Line fresh() {
    return new Line("line-" + made++, 0);
  }

  private List<Line> fresh(int count) {
    return Stream.generate(this::fresh).limit(count).toList();
  }

  /** Some that are there, and one that never was. */
  private List<Line> some() {
    List<Line> some = new ArrayList<>();
    some.add(new Line("unknown", 1));
    for (int i = random.nextInt(BATCH); i > 0 && !model.isEmpty(); i--) {
      Line line = model.get(random.nextInt(model.size()));
      some.add(new Line(line.id(), random.nextInt(MOVES)));
    }
    return some;
  }

  private void listen() {
    rows.addListener(
        (ListChangeListener<Line>)
            change -> {
              changes++;
              while (change.next()) {
                if (change.wasUpdated()) {
                  for (int i = change.getFrom(); i < change.getTo(); i++) {
                    told.set(i, change.getList().get(i));
                  }
                } else {
                  told.subList(change.getFrom(), change.getFrom() + change.getRemovedSize())
                      .clear();
                  told.addAll(change.getFrom(), change.getAddedSubList());
                }
              }
            });
  }

  private int place(String id) {
    return IntStream.range(0, model.size())
        .filter(i -> model.get(i).id().equals(id))
        .findFirst()
        .orElse(-1);
  }

  private boolean isKnown(Line line) {
    return place(line.id()) >= 0;
  }

  private void append() {
    List<Line> lines = new ArrayList<>(fresh(random.nextInt(BATCH)));
    lines.addAll(some().stream().filter(this::isKnown).toList());
    rows.append(lines);
    lines.stream().filter(line -> !isKnown(line)).forEach(model::add);
  }

  private void prepend() {
    List<Line> lines = new ArrayList<>(fresh(random.nextInt(BATCH)));
    lines.addAll(some().stream().filter(this::isKnown).toList());
    rows.prepend(lines);
    lines.stream().filter(line -> !isKnown(line)).forEach(model::addFirst);
  }

  private void update() {
    List<Line> lines = some();
    rows.update(lines, (present, other) -> other.age() >= present.age());
    for (Line line : lines) {
      int place = place(line.id());
      if (place >= 0 && line.age() >= model.get(place).age()) {
        model.set(place, line);
      }
    }
  }

  private void remove() {
    String id = model.get(random.nextInt(model.size())).id();
    rows.without(rows.find(id));
    model.remove(place(id));
  }

  private void shorten() {
    int most = model.size() - random.nextInt(BATCH);
    rows.shorten(most);
    model.subList(most, model.size()).clear();
  }

  @Test
  void doesToAHundredThousandRowsWhatTheLongWayDoes() {
    listen();
    List<Line> all = fresh(ROWS);
    rows.become(all);
    model.addAll(all);
    List<Runnable> moves =
        List.of(this::append, this::prepend, this::update, this::remove, this::shorten);
    for (int move = 0; move < MOVES; move++) {
      int before = changes;
      moves.get(random.nextInt(moves.size())).run();
      assertThat(changes - before).as("changes told of move %d", move).isLessThanOrEqualTo(1);
      Line any = model.get(random.nextInt(model.size()));
      assertThat(rows.get(rows.find(any.id()))).isEqualTo(any);
    }
    assertThat(rows).isEqualTo(model);
    assertThat(told).isEqualTo(model);
    assertThat(rows.find("unknown")).isNegative();
    IntStream.range(0, model.size())
        .forEach(i -> assertThat(rows.find(model.get(i).id())).isEqualTo(i));
  }

  @Test
  void forgetsAllThatWasThereWhenItBecomesAnotherList() {
    listen();
    rows.become(fresh(3));
    rows.prepend(fresh(2));
    List<Line> others = fresh(2);
    rows.become(others);
    assertThat(rows).isEqualTo(others);
    assertThat(told).isEqualTo(others);
    assertThat(rows.find("line-0")).isNegative();
    rows.become(List.of());
    assertThat(rows).isEmpty();
    assertThat(told).isEmpty();
  }

  @Test
  void tellsNothingWhereNothingChanges() {
    List<Line> lines = fresh(3);
    rows.become(lines);
    listen();
    rows.append(lines);
    rows.prepend(lines);
    rows.update(lines, (present, other) -> true);
    assertThat(changes).isZero();
  }
}
