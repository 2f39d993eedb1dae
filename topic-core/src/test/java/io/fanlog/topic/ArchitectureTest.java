package io.fanlog.topic;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the arrows between the packages: topic to worker, cursor, dispatch and log; worker to dispatch; cursor to log. */
@AnalyzeClasses(packages = "io.fanlog.topic", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String FRONT_DOOR = "io.fanlog.topic";
    private static final String FRONT_DOOR_WORKER = "io.fanlog.topic.worker";
    private static final String SPI = "io.fanlog.topic.spi";
    private static final String LOG = "io.fanlog.topic.internal.log";
    private static final String CURSOR = "io.fanlog.topic.internal.cursor";
    private static final String DISPATCH = "io.fanlog.topic.internal.dispatch";
    private static final String WORKER = "io.fanlog.topic.internal.worker";
    private static final String TOPIC = "io.fanlog.topic.internal.topic";

    @ArchTest
    static final ArchRule logKnowsNothingAboveIt = seesOnly(LOG, SPI);

    @ArchTest
    static final ArchRule dispatchKnowsTasksAndNotTopics = seesOnly(DISPATCH, SPI);

    @ArchTest
    static final ArchRule cursorsStandOnTheLog = seesOnly(CURSOR, LOG, FRONT_DOOR, SPI);

    @ArchTest
    static final ArchRule workersStandOnTheDispatcher = seesOnly(WORKER, DISPATCH, FRONT_DOOR, FRONT_DOOR_WORKER, SPI);

    @ArchTest
    static final ArchRule onlyTheFactoryAssembles = noClasses()
            .that()
            .resideOutsideOfPackage(TOPIC)
            .and(not(nameMatching("io\\.fanlog\\.topic\\.(Topics|TopicBuilder)(\\$.*)?")))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(TOPIC);

    @ArchTest
    static final ArchRule internalRoomsFormNoCycle = slices().matching("io.fanlog.topic.internal.(*)..")
            .should()
            .beFreeOfCycles()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreLogsThroughSystemLogger = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.util.logging..", "org.slf4j..", "reactor..", "io.micrometer..");

    @ArchTest
    static final ArchRule nothingPrints = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    /** A room sees itself and the packages named, and of the rest of Fanlog nothing. */
    private static ArchRule seesOnly(String room, String... packages) {
        return noClasses()
                .that()
                .resideInAPackage(room)
                .should()
                .dependOnClassesThat(resideInAPackage("io.fanlog..")
                        .and(not(resideInAPackage(room)))
                        .and(not(resideInAnyPackage(packages))))
                .allowEmptyShould(true);
    }
}
