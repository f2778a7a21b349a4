# The configuration of an image, with what packaging/image/NAME.json has. The health check is Docker's extension; others ignore it.
"/usr/lib/\($name)/bin" as $bin | "/var/lib/\($name)" as $data | {
  architecture: $arch,
  os: "linux",
  created: $created,
  config: {
    User: $user,
    Env: (["PATH=\($bin):/usr/bin:/bin"] + $own[0].environment),
    Entrypoint: ["\($bin)/\($program)"],
    WorkingDir: $data,
    Volumes: {($data): {}},
    ExposedPorts: ($own[0].ports | map({(.): {}}) | add),
    StopSignal: "SIGTERM",
    Healthcheck: {
      Test: ["CMD", "\($bin)/health"],
      Interval: 10000000000,
      Timeout: 5000000000,
      StartPeriod: 120000000000,
      Retries: 3
    },
    Labels: {
      "org.opencontainers.image.title": $name,
      "org.opencontainers.image.version": $version,
      "org.opencontainers.image.licenses": "Apache-2.0"
    }
  },
  rootfs: {type: "layers", diff_ids: $ARGS.positional},
  history: [
    {created: $created, created_by: "packaging/build: Debian packages"},
    {created: $created, created_by: "packaging/build: runtime and program"}
  ]
}
