/** Settings for one machine shared with the app: modest memory, WAL room so that bulk imports do not checkpoint. */
export function serverArguments(port: number, clusterDir: string, throwaway: boolean): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "96MB",
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    effective_cache_size: "2GB",
    random_page_cost: "1.1",
    wal_level: "minimal",
    max_wal_senders: "0",
    max_wal_size: "2GB",
    min_wal_size: "128MB",
    checkpoint_timeout: "15min",
    wal_buffers: "16MB",
    synchronous_commit: "on",
    io_method: "sync",
    max_worker_processes: "6",
    jit: "off",
    log_min_messages: "warning",
    log_checkpoints: "off",
    lc_messages: "C",
    timezone: "UTC",
    log_timezone: "UTC",
    logging_collector: "off",
    ...(throwaway
      ? {
          fsync: "off",
          synchronous_commit: "off",
          full_page_writes: "off",
          autovacuum_naptime: "1h",
          max_wal_size: "512MB",
          // What a client works out anew for each connection; its roles' passwords are random and live for a run.
          scram_iterations: "1",
        }
      : {}),
  };
  return ["-D", clusterDir, ...Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
