/** Each entry migrates the database one version further; `user_version` counts how many have run. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE workspace (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL
  ) STRICT;

  CREATE TABLE api_key (
    token TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    -- 'api' generates; 'service' reads the workspace's usage
    kind TEXT NOT NULL CHECK (kind IN ('api', 'service')),
    name TEXT NOT NULL
  ) STRICT;

  -- Times are milliseconds since 1970, UTC.
  CREATE TABLE job (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    model_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    seed INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- null while the job waits its turn
    started_at INTEGER,
    run_ms INTEGER NOT NULL,
    -- null until the job has ended
    end_status TEXT CHECK (end_status IN ('completed', 'failed', 'cancelled')),
    completed_at INTEGER,
    error_code TEXT,
    error_message TEXT
  ) STRICT;

  CREATE INDEX job_open ON job (number) WHERE end_status IS NULL;

  CREATE TABLE result_file (
    name TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES job (id),
    ordinal INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    UNIQUE (job_id, ordinal)
  ) STRICT;
  `,
  `
  -- Micro-dollars; completed jobs take from it, and it may go below zero while running jobs finish.
  ALTER TABLE workspace ADD COLUMN balance_micro_usd INTEGER NOT NULL DEFAULT 10000000000;
  ALTER TABLE job ADD COLUMN price_micro_usd INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE model_deprecation (
    model_id TEXT PRIMARY KEY,
    -- YYYY-MM-DD, UTC
    sunset_date TEXT NOT NULL,
    replacement_id TEXT
  ) STRICT;
  `,
  `
  -- Where the caller reached the sandbox; deliveries name results from there.
  ALTER TABLE job ADD COLUMN origin TEXT NOT NULL DEFAULT '';
  ALTER TABLE job ADD COLUMN webhook_url TEXT;

  CREATE TABLE signing_key (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    private_key TEXT NOT NULL,
    retired_at INTEGER
  ) STRICT;

  CREATE TABLE delivery (
    request_id TEXT PRIMARY KEY,
    job_id TEXT NOT NULL REFERENCES job (id),
    url TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    -- null once delivered or given up
    due_at INTEGER
  ) STRICT;

  CREATE INDEX delivery_due ON delivery (due_at) WHERE due_at IS NOT NULL;
  `,
  `
  ALTER TABLE workspace ADD COLUMN api_enabled INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE workspace ADD COLUMN usage_entitled INTEGER NOT NULL DEFAULT 1;
  -- Keys outlive their workspace; it is marked, not deleted.
  ALTER TABLE workspace ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;

  CREATE TABLE app_job (
    job_id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    user_id TEXT,
    user_email TEXT,
    type TEXT,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    metered INTEGER NOT NULL,
    compute_units REAL,
    completed_at INTEGER NOT NULL,
    ingested_at INTEGER NOT NULL
  ) STRICT;

  CREATE INDEX app_job_time ON app_job (workspace_id, completed_at);

  CREATE TABLE style (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    owner TEXT NOT NULL CHECK (owner IN ('api', 'app')),
    shared INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  `,
  `
  CREATE TABLE asset (
    name TEXT PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT;

  CREATE INDEX job_newest ON job (workspace_id, number);
  `,
  `
  -- The request of such a job is forgotten when it ends.
  ALTER TABLE job ADD COLUMN zero_retention INTEGER NOT NULL DEFAULT 0;
  `,
]
