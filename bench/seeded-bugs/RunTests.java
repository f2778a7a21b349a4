import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs test classes, or only methods of theirs: {@code CLASS} or {@code CLASS#METHOD+METHOD}, where
 * a star stands for anything. Ends with 0 when all passed, 1 when some failed, 2 when none ran.
 */
final class RunTests {
  private RunTests() {}

  public static void main(String[] wanted) {
    LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
    for (String one : wanted) {
      request.selectors(selectClass(one.split("#")[0]));
    }
    request.filters((PostDiscoveryFilter) test -> FilterResult.includedIf(isWanted(test, wanted)));
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request.build(), listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.printFailuresTo(new PrintWriter(System.out, true), 3);
    long failed = summary.getTotalFailureCount();
    System.out.println(summary.getTestsSucceededCount() + " passed, " + failed + " failed");
    System.exit(failed > 0 ? 1 : summary.getTestsSucceededCount() > 0 ? 0 : 2);
  }

  private static boolean isWanted(TestDescriptor test, String[] wanted) {
    if (!(test.getSource().orElse(null) instanceof MethodSource method)) {
      return true;
    }
    return Arrays.stream(wanted)
        .map(one -> one.split("#"))
        .filter(one -> one[0].equals(method.getClassName()))
        .anyMatch(one -> one.length == 1 || method.getMethodName().matches(names(one[1])));
  }

  private static String names(String globs) {
    return Arrays.stream(globs.split("\\+"))
        .map(glob -> Arrays.stream(glob.split("\\*", -1)).map(Pattern::quote))
        .map(literals -> literals.collect(Collectors.joining(".*")))
        .collect(Collectors.joining("|"));
  }
}
