package io.fanlog.topic.reactor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "io.fanlog.topic.reactor", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {

    /** Whoever writes an adapter of their own can do what ours does. */
    @ArchTest
    static final ArchRule adapterUsesPublicPackagesOnly =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.fanlog.topic.internal..");

    /** Whoever has no Micrometer can use all the rest. */
    @ArchTest
    static final ArchRule onlyOnePackageNeedsMicrometer = noClasses()
            .that()
            .resideOutsideOfPackage("io.fanlog.topic.reactor.micrometer")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.fanlog.topic.reactor.micrometer",
                    "io.micrometer.core..",
                    "io.micrometer.observation..",
                    "io.micrometer.common..");
}
