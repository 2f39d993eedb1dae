package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.fanout.FanoutSubject.Starter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One way in which the subscribers run, and its subjects by name, in the order they take turns. */
final class FluxSubjects {
    /** Ours on the topic's loop, unfused; peers on a thread that is not the producer's. */
    static final FluxSubjects FLUX = new FluxSubjects("flux");

    /** Ours fused into {@code publishOn}; the same peers. */
    static final FluxSubjects PUBLISH_ON = new FluxSubjects("publishOn");

    /** Ours as in {@link #FLUX}; peers inside the producer's call, which a slow subscriber then holds up. */
    static final FluxSubjects INLINE = new FluxSubjects("inline");

    static final List<FluxSubjects> ALL = List.of(FLUX, PUBLISH_ON, INLINE);

    static {
        FLUX.subjects.put("fanlog", FanlogSubject.fluxStarter(1));
        FLUX.subjects.put("fanlog-spread", FanlogSubject.fluxStarter(2));
        PUBLISH_ON.subjects.put("fanlog", FanlogSubject.publishOnStarter());
        INLINE.subjects.put("fanlog", FanlogSubject.fluxStarter(1));
        FLUX.subjects.putAll(decoupledPeers());
        PUBLISH_ON.subjects.putAll(decoupledPeers());
        INLINE.subjects.putAll(inlinePeers());
    }

    private final String label;
    private final Map<String, Starter> subjects = new LinkedHashMap<>();

    private FluxSubjects(String label) {
        this.label = label;
    }

    private static Map<String, Starter> decoupledPeers() {
        Map<String, Starter> peers = new LinkedHashMap<>();
        peers.put("reactor-sinks-multicast", ReactorSinkSubject.multicastStarter(ReactorHop.PUBLISH_ON));
        peers.put("reactor-sinks-direct", ReactorSinkSubject.directStarter(ReactorHop.DEEP_PUBLISH_ON));
        peers.put("reactor-sinks-replay", ReactorReplaySubject.starter());
        peers.put("reactor-publish-autoconnect", ReactorSinkSubject.autoConnectStarter(ReactorHop.PUBLISH_ON));
        peers.put("rxjava-publishprocessor", RxJavaSubject.starter());
        peers.put("rxjava-replayprocessor", RxJavaReplaySubject.starter());
        peers.put("mutiny-broadcastprocessor", MutinySubject.starter());
        peers.put("pekko-broadcasthub", PekkoSubject.starter());
        return peers;
    }

    private static Map<String, Starter> inlinePeers() {
        Map<String, Starter> peers = new LinkedHashMap<>();
        peers.put("reactor-sinks-multicast", ReactorSinkSubject.multicastStarter(ReactorHop.NONE));
        peers.put("reactor-sinks-direct", ReactorSinkSubject.directStarter(ReactorHop.NONE));
        peers.put("reactor-publish-autoconnect", ReactorSinkSubject.autoConnectStarter(ReactorHop.NONE));
        peers.put("rxjava-publishprocessor", RxJavaSubject.inlineStarter());
        peers.put("mutiny-broadcastprocessor", MutinySubject.inlineStarter());
        return peers;
    }

    String label() {
        return label;
    }

    List<String> names() {
        return List.copyOf(subjects.keySet());
    }

    Starter named(String name) {
        Starter starter = subjects.get(name);
        if (starter == null) {
            throw new IllegalArgumentException("no subject " + name + " in the cases " + label);
        }
        return starter;
    }
}
