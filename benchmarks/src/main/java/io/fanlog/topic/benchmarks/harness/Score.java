package io.fanlog.topic.benchmarks.harness;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a subject reached in a case, as in the JSON lines.
 *
 * @param bench name of the comparison
 * @param caseName the case
 * @param subject the subject
 * @param score median of the measured runs
 * @param unit of the score
 * @param min of the measured runs
 * @param max of the measured runs
 * @param nanosPerMessage as the median says; null where the score is no speed
 * @param bytesPerMessage median of what all threads allocated; null where the score is bytes
 * @param peakHeapPerMillion median of the growth of the used heap at its peak, in bytes for a million messages; null where
 *     nobody looked
 * @param messages passed in one run
 * @param repetitions measured runs
 */
@JsonPropertyOrder({
    "bench",
    "case",
    "subject",
    "score",
    "unit",
    "min",
    "max",
    "nsPerMsg",
    "bytesPerMsg",
    "peakHeapPerMillion",
    "messages",
    "repetitions"
})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Score(
        String bench,
        @JsonProperty("case") String caseName,
        String subject,
        double score,
        String unit,
        double min,
        double max,
        @JsonProperty("nsPerMsg") @Nullable Double nanosPerMessage,
        @JsonProperty("bytesPerMsg") @Nullable Double bytesPerMessage,
        @Nullable Double peakHeapPerMillion,
        long messages,
        int repetitions) {

    static Score of(Task task, Unit unit, List<Measurement> runs) {
        double[] scores = runs.stream().mapToDouble(Measurement::score).sorted().toArray();
        double[] bytes =
                runs.stream().mapToDouble(Measurement::bytesPerMessage).sorted().toArray();
        double[] peaks = runs.stream()
                .map(Measurement::peakHeapPerMillion)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        Double nanosEach = unit.nanosEach(median(scores));
        return new Score(
                task.bench(),
                task.caseName(),
                task.subject(),
                median(scores),
                unit.symbol(),
                scores[0],
                scores[scores.length - 1],
                nanosEach,
                nanosEach == null ? null : median(bytes),
                peaks.length == 0 ? null : median(peaks),
                runs.get(0).messages(),
                runs.size());
    }

    private static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
